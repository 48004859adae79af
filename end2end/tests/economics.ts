import { type Locator, type Page } from "@playwright/test";
import { Inquiry } from "./inquiry";

/** The page about money as a person sees it. */
export class Economics extends Inquiry {
  constructor(page: Page) {
    super(page, "/economics");
  }

  /** The value of a line of a part, such as "Utilisation". */
  line(part: Locator, label: string): Locator {
    return part.locator("summary", { hasText: new RegExp(`^\\s*${label}`) }).locator(".why__value");
  }

  /** The table with this name. */
  table(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true }).locator("table");
  }
}

/** "$15 286.20" as 15286.2; the page groups thousands with narrow spaces. */
export function amountIn(text: string | null): number {
  const plain = (text ?? "").replace(/[\s\u202f]/g, "").replace("\u2212", "-");
  return Number(plain.match(/-?[$€£]?([\d.]+)/)?.[1]);
}
