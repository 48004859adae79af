import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { complaintsOf } from "./calculator";
import { Inquiry } from "./inquiry";

/** The page about traffic as a person sees it. */
class Simulation extends Inquiry {
  constructor(page: Page) {
    super(page, "/simulate");
  }
}

/** "383 ms" and "1.98 s" in milliseconds. */
function milliseconds(text: string | null): number {
  const [, number, unit] = (text ?? "").match(/([\d.]+)\s*(ms|s)/) ?? [];
  return Number(number) * (unit === "s" ? 1000 : 1);
}

test("the answer is there at once, every part of it", async ({ page }) => {
  const complaints = complaintsOf(page);
  const simulation = new Simulation(page);
  await simulation.openAwake();
  await expect(simulation.sentence).toHaveText(/the promise of 2\ss and 50\sms holds: p99 is/);
  for (const heading of [
    "Latency of a request",
    "Not an average: the whole distribution",
    "What if the load moves",
    "What bursts and spread cost",
    "One simulated minute",
    "The replica meanwhile",
  ]) {
    await expect(simulation.part(heading)).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test("without scripts the answer is in the page and the form asks anew", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const simulation = new Simulation(page);
  await simulation.open("model=llama-3.1-8b&gpu=l40s&tp=1");
  await expect(simulation.sentence).toContainText("requests a second");
  await expect(page.getByRole("img", { name: /Share of requests by time to first token/ })).toBeVisible();
  await simulation.field("Load").fill("0.3");
  await page.getByRole("button", { name: "Simulate" }).click();
  const asked = new URL(page.url()).searchParams;
  expect([asked.get("model"), asked.get("load_share")]).toEqual(["llama-3.1-8b", "0.3"]);
  await expect(page.locator(".served")).toContainText("Llama 3.1 8B");
  await context.close();
});

test("more load is slower, and overload breaks the promise", async ({ page }) => {
  const simulation = new Simulation(page);
  await simulation.openAwake("load_share=0.2");
  const calm = milliseconds(await simulation.tile("p99 time per token").textContent());
  const slider = page.getByLabel("Move the load");
  await slider.focus();
  for (let step = 0; step < 20; step += 1) await slider.press("ArrowRight");
  await simulation.expectAsked("load_share", "0.6");
  await simulation.settled();
  await expect
    .poll(async () => milliseconds(await simulation.tile("p99 time per token").textContent()))
    .toBeGreaterThan(calm * 1.2);

  await simulation.field("Load").fill("1.2");
  await expect(simulation.sentence).toHaveText(/is broken/);
  await expect(page.getByText("theory has no steady state here").first()).toBeVisible();
});

test("a shared link opens the same run in a new profile", async ({ page, browser }) => {
  const simulation = new Simulation(page);
  await simulation.openAwake("load_share=0.5");
  await simulation.unfold();
  await simulation.field("Seed").fill("7");
  await simulation.expectAsked("seed", "7");
  await simulation.settled();
  const sentence = await simulation.sentence.textContent();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".verdict__sentence")).toHaveText(sentence ?? "");
  await context.close();
});

test("traffic of a real service is a link that keeps the rest of the question", async ({ page }) => {
  const simulation = new Simulation(page);
  await simulation.openAwake("tp=4&seed=7");
  await page.getByRole("navigation", { name: "Traffic" }).getByRole("link", { name: "Code completion" }).click();
  await simulation.expectAsked("isl", "2048");
  await simulation.expectAsked("osl", "28");
  await simulation.expectAsked("tp", "4");
  await simulation.expectAsked("seed", "7");
  await simulation.settled();
  await page.goBack();
  await simulation.expectAsked("isl", null);
  await expect(simulation.field("Input length")).toHaveValue("1000");
});

test("a trace is read in the browser; a bad line is named and nothing is lost", async ({ page }) => {
  const simulation = new Simulation(page);
  await simulation.openAwake("load_share=0.3");
  const file = page.getByLabel("Your own requests");
  const upload = (text: string) =>
    file.setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  await upload("input,output\n100,20\nmany,20\n");
  await expect(page.getByRole("alert")).toContainText("Line 3: input “many”");
  await expect(simulation.field("Load")).toHaveValue("0.3");

  const rows = Array.from({ length: 400 }, (_, index) => `${500 + index},${50 + (index % 7)}`);
  await upload(`input,output\n${rows.join("\n")}\n`);
  await expect(page.getByText("mine.csv: 400 requests, lengths only.")).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  await simulation.settled();
  await expect(page.locator(".verdict__what")).toContainText("320 requests measured");
  expect(new URL(page.url()).search).not.toContain("trace");

  const timed = rows.map((row, index) => `${row},${(index * 0.4).toFixed(1)}`);
  await upload(`input,output,arrival_s\n${timed.join("\n")}\n`);
  await expect(page.getByText("mine.csv: 400 requests, with arrival times.")).toBeVisible();
  await simulation.expectAsked("load_share", null);
  await simulation.settled();
  await expect(simulation.sentence).toContainText("At 2.50 requests a second");

  await page.getByRole("button", { name: "Leave it out" }).click();
  await simulation.settled();
  await expect(page.locator(".verdict__what")).toContainText(/4\s000 requests measured/);
});

test("what only the server can tell is reported at its field", async ({ page }) => {
  const simulation = new Simulation(page);
  await simulation.openAwake("isl_cv=1");
  await simulation.unfold();
  const p95 = simulation.field("Input p95");
  await p95.fill("3000");
  await expect(p95).toHaveAttribute("aria-invalid", "true");
  await expect(p95).toHaveAccessibleDescription(/this or the coefficient of variation/);
  await simulation.field("Input spread").fill("0");
  await expect(p95).not.toHaveAttribute("aria-invalid", "true");
  await simulation.settled();
  await simulation.field("Requests to simulate").fill("2000");
  await expect(page.locator(".verdict__what")).toContainText(/1\s600 requests measured/);
});

test("on a phone nothing runs out of the page", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const simulation = new Simulation(page);
  await simulation.openAwake("isl_cv=1&osl_cv=1");
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the simulation has no accessibility faults, ${colorScheme}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await new Simulation(page).openAwake();
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await context.close();
  });
}
