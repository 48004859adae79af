import { expect, test } from "@playwright/test";

test("the page shows its content without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Permillion");
  await context.close();
});

test("the page reacts once WebAssembly has loaded", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));

  await page.goto("/");
  const button = page.getByRole("button", { name: /Clicked/ });
  // A click before hydration is lost, so click until one counts.
  await expect(async () => {
    await button.click();
    await expect(button).not.toHaveText("Clicked 0", { timeout: 100 });
  }).toPass();
  expect(complaints).toEqual([]);
});

test("the browser may keep the page's module for ever", async ({ page }) => {
  const module = page.waitForResponse(/\/pkg\/permillion\.[\w-]+\.wasm$/);
  await page.goto("/");
  const headers = (await module).headers();
  expect(headers["content-type"]).toBe("application/wasm");
  expect(headers["content-encoding"]).toBe("br");
  expect(headers["cache-control"]).toContain("immutable");
});
