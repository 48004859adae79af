import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { Accuracy } from "./accuracy";
import { complaintsOf } from "./calculator";

test("a choice changes plot, tables and address, and Back undoes it", async ({ page }) => {
  const complaints = complaintsOf(page);
  const accuracy = new Accuracy(page);
  await accuracy.openAwake();
  const all = await accuracy.points.count();
  expect(all).toBeGreaterThan(100);

  await accuracy.filter("GPU").selectOption("h100-sxm");
  await expect.poll(() => accuracy.asked().get("gpu")).toBe("h100-sxm");
  await expect.poll(() => accuracy.points.count()).toBeLessThan(all);
  await expect(accuracy.cases.first()).toContainText("H100 SXM");

  await accuracy.filter("Metric").selectOption("ttft");
  await expect(accuracy.summary).toContainText("Time to first token");
  expect(accuracy.asked().get("gpu")).toBe("h100-sxm");

  await page.goBack();
  await expect(accuracy.filter("Metric")).toHaveValue("tpot");
  await page.goBack();
  await expect(accuracy.filter("GPU")).toHaveValue("");
  await expect(accuracy.points).toHaveCount(all);
  expect(complaints).toEqual([]);
});

test("a link with a filter shows the same at once", async ({ page }) => {
  const accuracy = new Accuracy(page);
  await accuracy.openAwake("metric=throughput&gpu=b200");
  await expect(accuracy.filter("Metric")).toHaveValue("throughput");
  await expect(accuracy.filter("GPU")).toHaveValue("b200");
  await expect(accuracy.points.first()).toContainText("B200");
});

test("the page is one click away from the calculator", async ({ page }) => {
  const accuracy = new Accuracy(page);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-awake");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Accuracy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Predicted against measured");
  await expect.poll(() => accuracy.points.count()).toBeGreaterThan(100);
});

test("every worst case names its source", async ({ page }) => {
  const accuracy = new Accuracy(page);
  await accuracy.open();
  await expect(accuracy.cases).toHaveCount(10);
  for (const link of await accuracy.cases.locator(".case__source a").all()) {
    await expect(link).toHaveAttribute("href", /^https:\/\//);
  }
  expect(await accuracy.cases.locator(".case__source a").count()).toBe(10);
});

test("the whole table is a CSV file", async ({ page }) => {
  const accuracy = new Accuracy(page);
  await accuracy.open();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("permillion-accuracy.csv");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form filters by itself", async ({ page }) => {
    const accuracy = new Accuracy(page);
    await accuracy.open();
    await accuracy.filter("Metric").selectOption("throughput");
    await accuracy.filter("Engine").selectOption("sglang");
    await page.getByRole("button", { name: "Show" }).click();
    expect(accuracy.asked().get("engine")).toBe("sglang");
    await expect(accuracy.summary).toContainText("Output throughput");
    await expect(accuracy.points.first()).toContainText("SGLang");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page has no accessibility faults, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await new Accuracy(page).openAwake("gpu=h200-sxm");
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await context.close();
  });
}

for (const width of [320, 375, 768]) {
  test(`nothing is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await new Accuracy(page).openAwake("metric=throughput");
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
}
