import { expect, test } from "@playwright/test";
import { Calculator } from "./calculator";

test("a link restores form and answer in a new browser", async ({ page, browser }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  await calculator.field("Model").selectOption("qwen3-32b");
  await calculator.field("GPUs per replica").selectOption("4");
  await calculator.field("Input length").fill("2,500");
  await calculator.expectAsked("isl", "2500");
  await calculator.settled();
  const sentence = await calculator.sentence.textContent();

  const context = await browser.newContext();
  const other = new Calculator(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.sentence).toHaveText(sentence ?? "");
  await expect(other.field("Model")).toHaveValue("qwen3-32b");
  await expect(other.field("GPUs per replica")).toHaveValue("4");
  await expect(other.field("Input length")).toHaveValue("2500");
  await context.close();
});

test("presets are links: each asks its question, and Back and Forward restore form and answer", async ({ page }) => {
  const calculator = new Calculator(page);
  await calculator.openAwake();
  const chat = await calculator.sentence.textContent();

  await page.getByRole("link", { name: "DeepSeek V3 on 8 H200" }).click();
  await calculator.expectAsked("model", "deepseek-v3");
  await calculator.settled();
  await expect(calculator.field("Model")).toHaveValue("deepseek-v3");
  await expect(calculator.field("GPUs per replica")).toHaveValue("8");
  await expect(page.locator(".verdict__what")).toContainText("DeepSeek V3");
  const deepseek = await calculator.sentence.textContent();

  // Typing replaces the entry of the history and makes no new one.
  await calculator.field("Output length").fill("600");
  await calculator.expectAsked("osl", "600");
  await calculator.settled();
  const edited = await calculator.sentence.textContent();
  expect(edited).not.toBe(deepseek);

  await page.goBack();
  await calculator.expectAsked("model", null);
  await expect(calculator.sentence).toHaveText(chat ?? "");
  await expect(calculator.field("Model")).toHaveValue("llama-3.3-70b");
  await expect(calculator.field("Output length")).toHaveValue("300");

  await page.goForward();
  await expect(calculator.sentence).toHaveText(edited ?? "");
  await expect(calculator.field("Output length")).toHaveValue("600");
});

for (const name of ["Chat, 70B on H100", "Batch summaries, same", "8B on one L40S", "DeepSeek V3 on 8 H200"]) {
  test(`the preset "${name}" has both operating points`, async ({ page }) => {
    const calculator = new Calculator(page);
    await calculator.openAwake();
    const preset = page.getByRole("link", { name });
    await preset.click();
    await expect(preset).toHaveAttribute("aria-current", "true");
    await calculator.settled();
    await expect(calculator.price(calculator.realTime)).toBeVisible();
    await expect(calculator.price(calculator.batch)).toBeVisible();
  });
}

test("the link can be copied, and the answer taken along as JSON and CSV", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const calculator = new Calculator(page);
  await calculator.openAwake("isl=2000");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await expect(page.getByRole("link", { name: "Open as JSON" })).toHaveAttribute("href", "/api/v1/estimate?isl=2000");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download curve as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("permillion-curve.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").split("\n");
  expect(lines[0]).toBe("concurrency,output_tok_s,output_tok_s_per_gpu,tpot_ms,ttft_ms,usd_per_m_output_all_in");
  expect(lines.length).toBeGreaterThan(5);
});
