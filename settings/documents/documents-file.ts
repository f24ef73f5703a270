import { writeFileSync } from 'node:fs'
import { policyDocument } from '#settings/policy/document'
import { exampleFile, settingsDocument } from './documents'

/**
 * Writes docs/operators/settings.md, docs/operators/policy.md and .env.example. A test fails when they are out of date.
 */
writeFileSync(new URL('../../docs/operators/settings.md', import.meta.url), settingsDocument())
writeFileSync(new URL('../../docs/operators/policy.md', import.meta.url), policyDocument())
writeFileSync(new URL('../../.env.example', import.meta.url), exampleFile())
