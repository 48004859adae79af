import { expect, test, type Page } from "@playwright/test";
import { Calculator, complaintsOf } from "./calculator";

/** Holds the page's module back for so long. */
async function delayModule(page: Page, milliseconds: number): Promise<void> {
  await page.route(/\.wasm$/, async (route) => {
    await new Promise((resume) => setTimeout(resume, milliseconds));
    await route.continue();
  });
}

test("what is typed before the module has loaded survives and is answered", async ({ page }) => {
  const complaints = complaintsOf(page);
  const calculator = new Calculator(page);
  await delayModule(page, 3000);
  await calculator.open();
  await expect(calculator.sentence).toContainText("Real time costs $");
  const before = await calculator.sentence.textContent();
  await calculator.field("Output length").fill("777");
  await calculator.field("Model").selectOption("llama-3.1-8b");

  await calculator.awake();
  await expect(calculator.field("Output length")).toHaveValue("777");
  await expect(calculator.field("Model")).toHaveValue("llama-3.1-8b");
  await calculator.expectAsked("osl", "777");
  await calculator.settled();
  await expect(calculator.sentence).not.toHaveText(before ?? "");

  // It goes on reacting.
  await calculator.field("Output length").fill("500");
  await calculator.expectAsked("osl", "500");
  await calculator.settled();
  await expect(page.locator(".verdict__what")).toContainText("500 out");
  expect(complaints).toEqual([]);
});

test("without the module the form is sent to the server and answered", async ({ page }) => {
  await page.route(/\.wasm$/, (route) => route.abort());
  await useWithoutModule(new Calculator(page));
});

test("without JavaScript the form is sent to the server and answered", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await useWithoutModule(new Calculator(await context.newPage()));
  await context.close();
});

async function useWithoutModule(calculator: Calculator): Promise<void> {
  const { page } = calculator;
  await calculator.open();
  await expect(page.locator(".chart svg").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  const before = await calculator.sentence.textContent();
  await calculator.field("Model").selectOption("llama-3.1-8b");
  await calculator.field("Output length").fill("50");
  await page.getByRole("button", { name: "Calculate" }).click();

  await expect(page.locator(".verdict__what")).toContainText("Llama 3.1 8B");
  await expect(page.locator(".verdict__what")).toContainText("50 out");
  await expect(calculator.sentence).not.toHaveText(before ?? "");
  await expect(calculator.field("Model")).toHaveValue("llama-3.1-8b");

  await calculator.field("Output length").fill("none");
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(calculator.problems).toContainText("One field needs correcting");
  await expect(calculator.field("Output length")).toHaveValue("none");
  await expect(calculator.field("Model")).toHaveValue("llama-3.1-8b");
}

test("a server that cannot be reached is said, and the last answer greyed", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  await page.route(/\/fn\//, (route) => route.abort());
  await calculator.field("Output length").fill("640");
  await expect(page.getByText("The server could not be reached")).toBeVisible();
  await expect(calculator.sentence).toHaveClass(/is-stale/);
  await page.unroute(/\/fn\//);
  await calculator.field("Output length").press("Enter");
  await calculator.settled();
});

test("the browser may keep the page's module for ever", async ({ page }) => {
  const module = page.waitForResponse(/\/pkg\/permillion\.[\w-]+\.wasm$/);
  await page.goto("/");
  const headers = (await module).headers();
  expect(headers["content-type"]).toBe("application/wasm");
  expect(headers["content-encoding"]).toBe("br");
  expect(headers["cache-control"]).toContain("immutable");
});
