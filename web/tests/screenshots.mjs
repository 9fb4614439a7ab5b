// Pictures of reports: node tests/screenshots.mjs OUT REPORT.html... [--dark] [--2d]
// Each at the width of a laptop and of a phone, from top to bottom.
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { drawAll, launch, open } from "./support.mjs";

const options = process.argv.slice(2).filter((a) => a.startsWith("--"));
const [out, ...reports] = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const browser = await launch({ webgl: !options.includes("--2d") });
for (const report of reports) {
  const name = basename(dirname(resolve(report)));
  for (const [kind, width, height] of [["laptop", 1440, 900], ["phone", 390, 844]]) {
    const { page, troubles, close } = await open(browser, pathToFileURL(resolve(report)).href, {
      viewport: { width, height },
      colorScheme: options.includes("--dark") ? "dark" : "light",
    });
    await drawAll(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(out, `${name}_${kind}.png`), fullPage: !options.includes("--first"), timeout: 60_000 });
    if (troubles.length > 0) console.log(name, kind, troubles);
    await close();
  }
}
await browser.close();
