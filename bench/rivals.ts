// `npm run bench -- --rivals URL…`: the cost of a first visit of each page for a slow phone, as rows of a Markdown
// table. The /login page of a deployment and those of other products are measured alike, in turns.
import { availableParallelism, cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { launchOptions } from '#tests/e2e/chromium'
import { type ChromiumVisit, visitInChromium } from './measuring/chromium-visit'
import { median } from './measuring/median'

const rounds = 5
const urls = process.argv.slice(2).filter((word) => URL.canParse(word))
if (urls.length === 0) {
  process.stderr.write('Name the pages: npm run bench -- --rivals http://localhost:3000/login https://…\n')
  process.exit(1)
}

const browser = await chromium.launch(launchOptions)
const visits = new Map<string, { withScript: ChromiumVisit[]; without: ChromiumVisit[] }>()
for (let round = 0; round < rounds; round += 1)
  for (const url of urls) {
    const made = visits.get(url) ?? { withScript: [], without: [] }
    made.withScript.push(await visitInChromium(browser, url, { javaScriptEnabled: true }))
    made.without.push(await visitInChromium(browser, url, { javaScriptEnabled: false }))
    visits.set(url, made)
  }
await browser.close()

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const [processor] = cpus()
const lines = [
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores of ${processor?.model ?? 'an unknown kind'}`,
  '',
  '| page | requests | bytes | script | first paint | first paint, script off |',
  '|---|---|---|---|---|---|',
  ...[...visits].map(([url, { withScript, without }]) => {
    const of = (figure: keyof ChromiumVisit, made = withScript) => median(made.map((visit) => visit[figure]))
    const paints = [of('firstPaintMs'), of('firstPaintMs', without)].map((ms) => `${Math.round(ms)} ms`)
    return `| ${[url, of('requests'), kB(of('bytes')), kB(of('scriptBytes')), ...paints].join(' | ')} |`
  }),
]
process.stdout.write(`${lines.join('\n')}\n`)
