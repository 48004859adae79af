import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { Calculator } from "./calculator";

for (const colorScheme of ["light", "dark"] as const) {
  for (const [what, query] of [
    ["an answer", ""],
    ["a deployment that does not fit", "model=llama-3.1-405b&weights=bf16&tp=1"],
    ["fields in error", "isl=abc&replicas=0"],
  ] as const) {
    test(`${what} has no accessibility faults, ${colorScheme}`, async ({ browser }) => {
      // Every rule on a long page takes a busy machine its time.
      test.slow();
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const calculator = new Calculator(page);
      await calculator.openAwake(query);
      for (const summary of await page.locator("summary:visible").all()) await summary.click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      await context.close();
    });
  }
}
