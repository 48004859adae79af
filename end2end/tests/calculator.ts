import { expect, type Locator, type Page } from "@playwright/test";

/** The calculator as a person sees it. */
export class Calculator {
  readonly sentence: Locator;
  readonly realTime: Locator;
  readonly batch: Locator;
  readonly problems: Locator;

  constructor(readonly page: Page) {
    this.sentence = page.locator(".verdict__sentence");
    this.realTime = page.getByRole("article", { name: /^Real time/ });
    this.batch = page.getByRole("article", { name: /^Batch/ });
    this.problems = page.locator(".problems");
  }

  /** Opens the page of a question; the server's answer is in it. */
  async open(query = ""): Promise<void> {
    await this.page.goto(query ? `/?${query}` : "/");
  }

  /** Opens the page of a question and waits until it reacts. */
  async openAwake(query = ""): Promise<void> {
    await this.open(query);
    await this.awake();
  }

  async awake(): Promise<void> {
    await expect(this.page.locator("html")).toHaveAttribute("data-awake");
  }

  /** The control with this label. */
  field(label: string): Locator {
    return this.page.locator("form").getByLabel(label, { exact: true });
  }

  /** The row of an operating point with this name, such as "Throughput per GPU". */
  row(point: Locator, label: string): Locator {
    return point.locator("summary", { hasText: label }).locator(".why__value");
  }

  price(point: Locator): Locator {
    return point.locator(".price__figure");
  }

  /** Waits until the answer is the one to what stands in the form. */
  async settled(): Promise<void> {
    await expect(this.sentence).not.toHaveClass(/is-stale/);
  }

  /** What the address asks. */
  asked(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  async expectAsked(key: string, value: string | null): Promise<void> {
    await expect.poll(() => this.asked().get(key)).toBe(value);
  }
}

/** Collects what the browser complains of; a page without faults leaves it empty. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

/** "15 220 tok/s" as 15220; the page groups thousands with narrow spaces. */
export function numberIn(text: string | null): number {
  return Number((text ?? "").replace(/[\s\u202f]/g, "").match(/[\d.]+/)?.[0]);
}
