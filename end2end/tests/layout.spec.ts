import { expect, test } from "@playwright/test";
import { Calculator } from "./calculator";

for (const width of [320, 375, 768]) {
  test(`nothing is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const calculator = new Calculator(page);
    await calculator.openAwake();
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
}

test("on a desktop both operating points are seen without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const calculator = new Calculator(page);
  await calculator.open();
  for (const point of [calculator.realTime, calculator.batch]) {
    const box = await point.boundingBox();
    expect((box?.y ?? 901) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  }
});

test("on a phone the verdict stands above the form", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const calculator = new Calculator(page);
  await calculator.open();
  await expect(calculator.sentence).toBeInViewport({ ratio: 1 });
});

test("the chosen theme is kept over a reload", async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Change between light and dark" }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(paper).toBe(dark);
  await context.close();
});

test("every control can be reached and used by keyboard", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the answer" })).toBeFocused();
  await calculator.field("Input length").focus();
  await page.keyboard.press("Tab");
  await expect(calculator.field("Output length")).toBeFocused();
  const summary = calculator.batch.locator("summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(calculator.batch.locator(".formula").first()).toBeVisible();
});
