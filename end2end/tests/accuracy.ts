import { expect, type Locator, type Page } from "@playwright/test";

/** The accuracy page as a person sees it. */
export class Accuracy {
  readonly points: Locator;
  readonly summary: Locator;
  readonly cases: Locator;

  constructor(readonly page: Page) {
    this.points = page.locator(".scatter circle");
    this.summary = page.locator(".accuracy__plot .panel__lead");
    this.cases = page.locator(".case");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(query ? `/accuracy?${query}` : "/accuracy");
  }

  async openAwake(query = ""): Promise<void> {
    await this.open(query);
    await expect(this.page.locator("html")).toHaveAttribute("data-awake");
  }

  filter(label: string): Locator {
    return this.page.locator("form.filters").getByLabel(label, { exact: true });
  }

  asked(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }
}
