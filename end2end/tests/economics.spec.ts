import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { complaintsOf } from "./calculator";
import { Economics, amountIn } from "./economics";

test("the answer is there at once: a verdict and every part of it", async ({ page }) => {
  const complaints = complaintsOf(page);
  const economics = new Economics(page);
  await economics.openAwake();
  await expect(economics.sentence).toHaveText(/^Renting \d+ × .* is \$[\d\s]+ a month (dearer|cheaper) than/);
  await expect(economics.tile("A month")).toHaveText(/^\$[\d\s]+$/);
  for (const heading of [
    "The fleet and its month",
    "Input, cached input and output",
    "Against APIs",
    "The price of a GPU-hour",
    "The traffic of a day",
    "What waiting is worth",
    "What moves the price most",
    "Rate limits",
    "Speeds: one stream is not the machine",
  ]) {
    await expect(economics.part(heading)).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test("the split adds up to the bill, to the cent as shown", async ({ page }) => {
  const economics = new Economics(page);
  await economics.open("cache_hit=0.4&batch_share=0.25");
  const rows = economics.table("The month’s bill by kind of token").locator("tbody tr");
  const cents = async (row: number) =>
    Math.round(amountIn(await rows.nth(row).locator("td").nth(2).textContent()) * 100);
  const parts = [await cents(0), await cents(1), await cents(2)];
  expect(parts.every((part) => part > 0)).toBe(true);
  expect(parts[0]! + parts[1]! + parts[2]!).toBe(await cents(3));
  const bill = economics.line(economics.part("The fleet and its month"), "The bill");
  expect(Math.round(amountIn(await bill.textContent()) * 100)).toBe(await cents(3));
});

test("changing the traffic changes the address and the verdict", async ({ page }) => {
  const economics = new Economics(page);
  await economics.openAwake("isl=2000");
  const before = await economics.sentence.textContent();
  const bill = economics.part("The fleet and its month").locator("details", { hasText: "The bill" }).first();
  await bill.locator("summary").click();
  await economics.field("Requests a day").fill("2M");
  await economics.expectAsked("requests_per_day", "2000000");
  await economics.expectAsked("isl", "2000");
  await economics.settled();
  await expect(economics.sentence).not.toHaveText(before ?? "");
  // What is open stays open when the numbers change.
  await expect(bill).toHaveAttribute("open");
  await expect(bill.locator(".formula")).toContainText("GPU-hours ×");
});

test("a bad value is reported at its field; the rest, the address and the last answer stay", async ({ page }) => {
  const economics = new Economics(page);
  await economics.openAwake("batch_share=0.2");
  const sentence = await economics.sentence.textContent();
  const requests = economics.field("Requests a day");
  await requests.fill("many");
  await expect(requests).toHaveAttribute("aria-invalid", "true");
  await expect(requests).toHaveAccessibleDescription(/“many” is not a number/);
  await expect(economics.problems).toContainText("One field needs correcting");
  await economics.expectAsked("requests_per_day", "many");
  await economics.expectAsked("batch_share", "0.2");
  await expect(economics.sentence).toHaveText(sentence ?? "");
  await expect(economics.sentence).toHaveClass(/is-stale/);

  await economics.problems.getByRole("link", { name: "Requests a day" }).click();
  await expect(requests).toBeFocused();
  await requests.fill("50k");
  await expect(economics.problems).toHaveCount(0);
  await economics.settled();
});

test("owning asks for a purchase price and works the hour out", async ({ page }) => {
  const economics = new Economics(page);
  await economics.openAwake();
  await economics.field("GPUs are").selectOption("owned");
  await expect(economics.field("Purchase price")).toHaveAttribute("aria-invalid", "true");
  await economics.field("Purchase price").fill("35040");
  await economics.expectAsked("purchase_usd", "35040");
  await economics.settled();
  await expect(economics.sentence).toHaveText(/^Owning/);
  const price = economics.part("The price of a GPU-hour");
  await expect(economics.line(price, "Loss of value")).toHaveText("$1.00");
});

test("a provider of the book gives its price with source and date", async ({ page }) => {
  const economics = new Economics(page);
  await economics.openAwake();
  await economics.part("The price of a GPU-hour").getByRole("link", { name: "Nebius" }).first().click();
  await economics.expectAsked("provisioning", "on-demand");
  await economics.expectAsked("provider", "Nebius");
  await economics.settled();
  await expect(economics.field("Provider")).toHaveValue("Nebius");
  await expect(page.locator(".hour__figure")).toHaveText("$3.85");
  await expect(economics.part("The price of a GPU-hour")).toContainText("nebius.com/prices");
});

test("typed API prices and another currency are reckoned with", async ({ page }) => {
  const economics = new Economics(page);
  await economics.openAwake();
  await page.locator("summary", { hasText: "API prices" }).first().click();
  await economics.field("Your API prices").fill("mine:0.001/0.002");
  await economics.expectAsked("api_prices", "mine:0.001//0.002");
  await economics.settled();
  await expect(economics.sentence).toContainText("mine");
  await page.locator("summary", { hasText: "Currency" }).first().click();
  await economics.field("Currency").fill("EUR");
  await economics.field("Rate").fill("0.9");
  await economics.expectAsked("currency_per_usd", "0.9");
  await economics.settled();
  await expect(economics.tile("A month")).toHaveText(/^€/);
});

test("a link restores form and answer in a new browser", async ({ page, browser }) => {
  const economics = new Economics(page);
  await economics.openAwake("model=qwen3-32b");
  await economics.field("Shape of the day").selectOption("global");
  await economics.field("Requests a day").fill("250k");
  await economics.expectAsked("requests_per_day", "250000");
  await economics.settled();
  const sentence = await economics.sentence.textContent();

  const context = await browser.newContext();
  const other = new Economics(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.sentence).toHaveText(sentence ?? "");
  await expect(other.field("Shape of the day")).toHaveValue("global");
  await expect(other.field("Requests a day")).toHaveValue("250000");
  await expect(other.page.locator(".verdict__what")).toContainText("Qwen3 32B");
  await context.close();
});

test("the calculator and this page lead to each other with the same question", async ({ page }) => {
  const economics = new Economics(page);
  await page.goto("/?isl=3000");
  await expect(page.locator("html")).toHaveAttribute("data-awake");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Economics" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rent GPUs or pay an API?");
  await economics.expectAsked("isl", "3000");
  await economics.settled();
  await economics.field("Requests a day").fill("70k");
  await economics.expectAsked("requests_per_day", "70000");

  await page.getByRole("link", { name: "Change model, GPUs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What do a million tokens cost?");
  await page.locator("form").getByLabel("Output length", { exact: true }).fill("500");
  await economics.expectAsked("osl", "500");
  // What was asked about money waits in the address.
  await economics.expectAsked("requests_per_day", "70000");
  await page.getByRole("link", { name: "The fleet, its bill" }).click();
  await expect(economics.field("Requests a day")).toHaveValue("70000");
  await expect(page.locator(".verdict__what")).toContainText("500 out");
});

test("without JavaScript the form is sent to the server and answered", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const economics = new Economics(page);
  await economics.open("isl=2000");
  const before = await economics.sentence.textContent();
  await economics.field("Requests a day").fill("3M");
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(economics.sentence).not.toHaveText(before ?? "");
  await economics.expectAsked("isl", "2000");
  await expect(economics.field("Requests a day")).toHaveValue("3M");
  await economics.field("Requests a day").fill("none");
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(economics.problems).toContainText("One field needs correcting");
  await expect(economics.field("Requests a day")).toHaveValue("none");
  await context.close();
});

test("what is typed before the module has loaded survives and is answered", async ({ page }) => {
  await page.route(/\.wasm$/, async (route) => {
    await new Promise((resume) => setTimeout(resume, 2000));
    await route.continue();
  });
  const economics = new Economics(page);
  await economics.open();
  await economics.field("Requests a day").fill("777");
  await expect(page.locator("html")).toHaveAttribute("data-awake");
  await expect(economics.field("Requests a day")).toHaveValue("777");
  await economics.expectAsked("requests_per_day", "777");
  await economics.settled();
});

test("what does not fit has no fleet, and the APIs' bills are there", async ({ page }) => {
  const economics = new Economics(page);
  await economics.open("model=llama-3.1-405b&weights=bf16&tp=1");
  await expect(economics.sentence).toContainText("there is no fleet to set beside it");
  await expect(page.locator(".note--bad", { hasText: "There is no fleet" })).toBeVisible();
  await expect(economics.part("Against APIs")).toBeVisible();
});

for (const width of [320, 375]) {
  test(`nothing is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const economics = new Economics(page);
    await economics.openAwake();
    await economics.unfold();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const query of ["", "load=users&users=many&provisioning=owned"]) {
    test(`no accessibility faults, ${colorScheme}, ${query || "an answer"}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const economics = new Economics(page);
      await economics.openAwake(query);
      await economics.unfold();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      await context.close();
    });
  }
}
