import { readFileSync, writeFileSync } from 'node:fs'
import { withPowerTable } from './power-table'

/** Writes the table of power into docs/security/power.md. A test fails when it is out of date. */
const file = new URL('../../docs/security/power.md', import.meta.url)
writeFileSync(file, withPowerTable(readFileSync(file, 'utf8')))
