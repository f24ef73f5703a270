import { expect, it } from 'vitest'
import { z } from 'zod'
import { read } from '#tests/docs/documents'

const lock = z.object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })
const own = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

it('security: each package with an install script was judged, so an installation warns about none', () => {
  const { packages } = lock.parse(JSON.parse(read('package-lock.json')))
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? (path.split('node_modules/').at(-1) ?? '') : [],
  )
  const { allowScripts } = own.parse(JSON.parse(read('package.json')))
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort())
})
