import { expect, test } from "@playwright/test";
import { Calculator, complaintsOf, numberIn } from "./calculator";

test("the answer is there at once, in a sentence and as two operating points", async ({ page }) => {
  const complaints = complaintsOf(page);
  const calculator = new Calculator(page);
  await calculator.openAwake();

  await expect(calculator.sentence).toHaveText(
    /^Real time costs \$[\d.]+ per million output tokens; batch \$[\d.]+, (\d+\s%|no) less\.$/,
  );
  await expect(calculator.price(calculator.realTime)).toHaveText(/^\$[\d.]+$/);
  await expect(calculator.price(calculator.batch)).toHaveText(/^\$[\d.]+$/);
  await expect(page.getByText("One user’s speed, not throughput")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("changing an input changes the answer and the address", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const before = await calculator.sentence.textContent();

  await calculator.field("Output length").fill("8k");
  await calculator.expectAsked("osl", "8000");
  await calculator.settled();
  await expect(calculator.sentence).not.toHaveText(before ?? "");
  await expect(page.locator(".verdict__what")).toContainText(/8\s000 out/);
  await expect(calculator.field("Output length")).toHaveValue("8k");
});

test("choosing another GPU changes price, hint and answer", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const throughput = calculator.row(calculator.batch, "Throughput all requests");
  const before = numberIn(await throughput.textContent());

  await calculator.field("GPU").selectOption("h200-sxm");
  await calculator.expectAsked("gpu", "h200-sxm");
  await calculator.settled();
  await expect(calculator.field("Price of a GPU")).toHaveAttribute("placeholder", "4.59");
  await expect.poll(async () => numberIn(await throughput.textContent())).toBeGreaterThan(before);
});

test("every headline number opens to its formula with the numbers put in", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const rows = calculator.batch.locator("details.why");
  expect(await rows.count()).toBe(10);
  for (const row of await rows.all()) {
    await row.locator("summary").click();
    await expect(row.locator(".formula")).toBeVisible();
    await expect(row.locator(".formula")).toContainText(/\d/);
    await expect(row.locator(".why__body")).toContainText("of like cases measured within");
  }
  // What is open stays open when the numbers change.
  await calculator.field("Input length").fill("2000");
  await calculator.expectAsked("isl", "2000");
  await calculator.settled();
  await expect(rows.first()).toHaveAttribute("open");
});

test("what does not fit is said with the bytes that lack", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.open("model=llama-3.1-405b&weights=bf16&tp=1");
  await expect(calculator.sentence).toContainText("Llama 3.1 405B");
  await expect(calculator.sentence).toContainText(/lacks \d+\sGB .* of memory/);
  const refusal = page.getByRole("article", { name: "Neither real time nor batch" });
  await expect(refusal).toContainText(/\d+\sGB missing/);
  await expect(refusal).toContainText("It does not fit");
  await expect(page.getByText(/Each GPU has .* and lacks \d+\sGB/)).toBeVisible();
  await expect(page.locator(".chart")).toBeHidden();
});

test("a promise that no load keeps leaves the batch answer", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.open("tpot_p99_ms=1");
  await expect(calculator.sentence).toContainText("No load keeps the promise; batch costs $");
  await expect(calculator.realTime).toContainText("Tokens too slow");
  await expect(calculator.price(calculator.batch)).toBeVisible();
});

test("a model of N billion parameters has its size asked and says what it stands for", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  await expect(calculator.field("Parameters")).toHaveCount(0);
  await calculator.field("Model").selectOption("dense");
  await calculator.field("Parameters").fill("13");
  await calculator.expectAsked("params_b", "13");
  await calculator.settled();
  await expect(page.locator(".warnings")).toContainText("typical dense shape");
});

test("the chart is drawn on a canvas, described, and there as a table", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const chart = page.getByRole("img", { name: /requests in flight/ });
  await expect(chart).toHaveAttribute("aria-label", /Real time runs .* Batch runs/);
  const inked = () =>
    page.locator(".chart canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value !== 0);
    });
  await expect.poll(inked).toBe(true);

  await page.getByText("The same as a table").click();
  expect(await page.locator(".scroller tbody tr").count()).toBeGreaterThan(5);
});

test("the chart has the screen's own pixels and follows theme and size", async ({ browser }) => {
  const context = await browser.newContext({ deviceScaleFactor: 2, colorScheme: "light" });
  const page = await context.newPage();
  await new Calculator(page).openAwake();
  const canvas = page.locator(".chart canvas");
  const sizes = () =>
    canvas.evaluate((canvas: HTMLCanvasElement) => [canvas.width, Math.round(canvas.clientWidth * 2)]);
  await expect.poll(async () => { const [real, wanted] = await sizes(); return real === wanted; }).toBe(true);

  const picture = () => canvas.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await picture();
  await page.getByRole("button", { name: "Change between light and dark" }).click();
  await expect.poll(picture).not.toBe(light);

  await page.setViewportSize({ width: 500, height: 800 });
  await expect.poll(async () => { const [real, wanted] = await sizes(); return real === wanted; }).toBe(true);
  await context.close();
});
