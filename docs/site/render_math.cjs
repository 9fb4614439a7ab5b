// Turns the TeX that conf.py left in <span class="tex"> into KaTeX's HTML and MathML, so that pages need no script and no network.
//   node render_math.cjs KATEX_JS SITE     ends with 1 and the formula if one cannot be read
const fs = require('fs');
const path = require('path');
const katex = require(path.resolve(process.argv[2]));

const plain = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
let failures = 0;

function render(file) {
  const before = fs.readFileSync(file, 'utf8');
  const after = before.replace(/<span class="tex"( data-display="1")?>([^<]*)<\/span>/g, (_, display, escaped) => {
    const tex = escaped.replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => plain[entity]);
    try {
      return katex.renderToString(tex, { displayMode: Boolean(display), throwOnError: true, strict: 'error' });
    } catch (error) {
      failures += 1;
      console.error(`${file}: ${error.message}\n  ${tex}`);
      return '';
    }
  });
  if (after !== before) fs.writeFileSync(file, after);
}

function visit(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) visit(name);
    else if (name.endsWith('.html')) render(name);
  }
}

visit(process.argv[3]);
process.exit(failures ? 1 : 0);
