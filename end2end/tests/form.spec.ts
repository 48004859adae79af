import { expect, test } from "@playwright/test";
import { Calculator } from "./calculator";

test("a bad value is reported at its field; the rest, the address and the last answer stay", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake("isl=2000");
  const sentence = await calculator.sentence.textContent();
  const output = calculator.field("Output length");

  await output.fill("30x0");
  await expect(output).toHaveAttribute("aria-invalid", "true");
  await expect(output).toHaveAccessibleDescription(/“30x0” is not a number/);
  await expect(calculator.problems).toContainText("One field needs correcting");
  await expect(calculator.field("Input length")).toHaveValue("2000");
  await calculator.expectAsked("osl", "30x0");
  await calculator.expectAsked("isl", "2000");
  await expect(calculator.sentence).toHaveText(sentence ?? "");
  await expect(calculator.sentence).toHaveClass(/is-stale/);
  await expect(page.getByText("This is the last answer, not the answer")).toBeVisible();

  await calculator.problems.getByRole("link", { name: "Output length" }).click();
  await expect(output).toBeFocused();
  await output.fill("400");
  await expect(calculator.problems).toHaveCount(0);
  await expect(output).not.toHaveAttribute("aria-invalid");
  await calculator.settled();
});

test("a link with bad values shows each at its field and no answer", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.open("isl=abc&tp=3&osl=700&replicas=0");
  await expect(calculator.problems).toContainText("3 fields need correcting");
  await expect(calculator.field("Input length")).toHaveValue("abc");
  await expect(calculator.field("GPUs per replica")).toHaveValue("3");
  await expect(calculator.field("Output length")).toHaveValue("700");
  // The folded part opens, so that its error can be seen.
  await expect(calculator.field("Replicas")).toBeVisible();
  await expect(page.getByText("There is no answer yet")).toBeVisible();
  await expect(calculator.realTime).toHaveCount(0);
});

test("an unknown model is kept and its nearest are named", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake("model=llama-3.3-71b");
  await expect(calculator.field("Model")).toHaveValue("llama-3.3-71b");
  await expect(calculator.field("Model")).toHaveAccessibleDescription(/Nearest: .*llama-3\.3-70b/);
  await calculator.field("Model").selectOption("llama-3.3-70b");
  await expect(calculator.problems).toHaveCount(0);
  await expect(calculator.price(calculator.batch)).toBeVisible();
});

test("a field that was emptied asks for its default and gets it back when left", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake("isl=4000");
  const input = calculator.field("Input length");
  await input.fill("");
  await calculator.expectAsked("isl", null);
  await expect(input).toHaveValue("");
  await input.blur();
  await expect(input).toHaveValue("1000");
});

test("a long list is narrowed down by typing, and Enter takes the first", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const find = page.getByRole("searchbox", { name: "Find a model" });
  const options = calculator.field("Model").locator("option");
  const all = await options.count();
  await find.fill("qwen3 235b");
  await expect.poll(() => options.count()).toBeLessThan(all / 10);
  // What is chosen stays chosen until something else is.
  await expect(calculator.field("Model")).toHaveValue("llama-3.3-70b");
  await find.press("Enter");
  await calculator.expectAsked("model", "qwen3-235b-a22b");
  await expect(calculator.field("Model")).toHaveValue("qwen3-235b-a22b");
  await expect(find).toHaveValue("");
  await expect(options).toHaveCount(all);
});

test("only sizes at which the model can be cut are offered", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  await calculator.field("Model").selectOption("gpt-oss-120b");
  const sizes = calculator.field("GPUs per replica").locator("option");
  await expect(sizes).toHaveText(["1", "2", "4", "8", "16", "32", "64"]);
});

test("the folded part says what is changed in it", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const summary = page.locator(".more > summary");
  await expect(summary).toContainText("all as usual");
  await summary.click();
  await calculator.field("Engine").selectOption("sglang");
  await calculator.field("Replicas").fill("3");
  await expect(summary).toContainText("changed: Engine, Replicas");
  await calculator.expectAsked("engine", "sglang");
});
