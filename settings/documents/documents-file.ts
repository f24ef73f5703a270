import { writeFileSync } from 'node:fs'
import { exampleFile, settingsDocument } from './documents'

/** Writes docs/operators/settings.md and .env.example. A test fails when they are out of date. */
writeFileSync(new URL('../../docs/operators/settings.md', import.meta.url), settingsDocument())
writeFileSync(new URL('../../.env.example', import.meta.url), exampleFile())
