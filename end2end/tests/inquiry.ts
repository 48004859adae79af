import { expect, type Locator, type Page } from "@playwright/test";

/** A page that asks beside the calculator, as a person sees it. */
export class Inquiry {
  readonly sentence: Locator;
  readonly problems: Locator;

  constructor(
    readonly page: Page,
    readonly path: string,
  ) {
    this.sentence = page.locator(".verdict__sentence");
    this.problems = page.locator(".problems");
  }

  /** Opens the page of a question; the server's answer is in it. */
  async open(query = ""): Promise<void> {
    await this.page.goto(query ? `${this.path}?${query}` : this.path);
  }

  /** Opens the page of a question and waits until it reacts. */
  async openAwake(query = ""): Promise<void> {
    await this.open(query);
    await expect(this.page.locator("html")).toHaveAttribute("data-awake");
  }

  /** The control with this label. */
  field(label: string): Locator {
    return this.page.locator("form").getByLabel(label, { exact: true });
  }

  /** The part of the answer with this heading. */
  part(heading: string): Locator {
    return this.page.getByRole("region", { name: heading });
  }

  tile(name: string): Locator {
    return this.page.locator(".tile", { hasText: name }).locator(".tile__figure");
  }

  /** Waits until the answer is the one to what stands in the form. */
  async settled(): Promise<void> {
    await expect(this.sentence).not.toHaveClass(/is-stale/);
  }

  async expectAsked(key: string, value: string | null): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).searchParams.get(key)).toBe(value);
  }

  /** Opens every fold. */
  async unfold(): Promise<void> {
    await this.page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
  }
}
