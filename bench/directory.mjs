import { demoCompanies, median, moveInCompanies, timeOf } from './visit.mjs'

const visits = 600
const warmUp = 150

const pages = {
  'a postcode': '/companies?postal=12540',
  'a search with a slip': '/companies?postal=12540&q=trädgrd',
  'a search for a trade': '/companies?postal=12540&q=städning',
  'a search that finds nothing': '/companies?postal=12540&q=xyzzy',
}

/**
 * The directory of a postcode with 20 companies, in a product with no others and in one with 20 000 in 1 000 postcodes.
 * The pages show the same companies; the ratio should be 1.
 */
export async function measureDirectory(openProduct) {
  const [city, village] = [await openProduct(), await openProduct()]
  try {
    for (const place of [city, village])
      await moveInCompanies(place, { companies: 20 - demoCompanies, postcodes: 1, first: 12_540 })
    await moveInCompanies(city, { companies: 19_980, postcodes: 999, first: 20_000 })
    const rows = []
    for (const [name, path] of Object.entries(pages)) {
      const ours = []
      const other = []
      // One visit each in turn, so that other load on the machine affects both.
      for (let visit = 0; visit < warmUp + visits; visit++) {
        ours.push(await timeOf(encodeURI(city.origin + path)))
        other.push(await timeOf(encodeURI(village.origin + path)))
      }
      const row = { name, ours: median(ours.slice(warmUp)), other: median(other.slice(warmUp)) }
      rows.push({ ...row, ratio: Number((row.other / row.ours).toFixed(2)) })
    }
    return rows
  } finally {
    await Promise.all([city.stop(), village.stop()])
  }
}
