import { findBrowser } from '../bin/find-browser.mjs'

/** Pages that need no login. */
const pages = [
  ...['/', '/auth', '/signup', '/vad-konceptet-sparar', '/companies', '/security', '/svarstider', '/svarstider/12540'],
  ...['/villkor', '/integritet'],
]

/**
 * Lighthouse's mobile preset: a slow phone on a slow line, simulated. The median of three runs, as Lighthouse advises.
 */
export async function measureLighthouse(origin) {
  const { launch } = await import('chrome-launcher')
  const { default: lighthouse } = await import('lighthouse')
  const browser = await findBrowser(() => {})
  const chrome = await launch({
    chromePath: browser.CHROMIUM,
    chromeFlags: ['--headless', ...browser.CHROMIUM_FLAGS.split(' ')],
  })
  const rows = []
  try {
    for (const path of pages) {
      const runs = []
      for (let run = 0; run < 3; run++) {
        const { lhr } = await lighthouse(origin + path, { port: chrome.port, logLevel: 'error' })
        runs.push(lhr)
      }
      rows.push(rowOf(path, runs))
    }
  } finally {
    await chrome.kill()
  }
  return rows
}

function rowOf(path, runs) {
  const score = (category) => median(runs.map((lhr) => Math.round(lhr.categories[category].score * 100)))
  const missing = Object.values(runs[0].audits)
    .filter(
      (audit) =>
        audit.score !== null &&
        audit.score < 0.9 &&
        ['binary', 'numeric', 'metricSavings'].includes(audit.scoreDisplayMode),
    )
    .map((audit) => audit.id)
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    seo: score('seo'),
    'LCP, ms': numeric(runs, 'largest-contentful-paint'),
    'TBT, ms': numeric(runs, 'total-blocking-time'),
    below: missing.join(' '),
  }
}

const numeric = (runs, audit) => median(runs.map((lhr) => Math.round(lhr.audits[audit].numericValue)))

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
