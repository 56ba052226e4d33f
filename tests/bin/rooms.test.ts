import { describe, expect, it } from 'vitest'
import { findRoomFaults, refuseImport } from '#bin/rooms.ts'

const refused: [file: string, source: string][] = [
  ['shared/money/split.ts', 'node:crypto'],
  ['shared/money/split.ts', 'react'],
  ['shared/money/split.ts', 'jose'],
  ['shared/money/split.ts', '#functions/data/tenancy/user.ts'],
  ['functions/api/session/login.ts', '../account/password.ts'],
  ['functions/api/session/login.ts', '#functions/jobs/sendMail.ts'],
  ['functions/jobs/sendMail.ts', '../api/session/login.ts'],
  ['functions/schedules/daily.ts', '../hooks/stripe.ts'],
  ['functions/domain/wallet/settle.ts', '../../api/wallet/charge.ts'],
  ['functions/domain/wallet/settle.ts', '../../kit/serve.ts'],
  ['functions/data/tenancy/user.ts', '../../gateways/mail.ts'],
  ['functions/data/tenancy/user.ts', '../../domain/wallet/settle.ts'],
  ['functions/domain/settings/page-head.ts', '#shared/contracts/index.ts'],
  ['functions/data/tenancy/user.ts', '#shared/contracts/index.ts'],
  ['functions/identity/second-factor.ts', '#shared/contracts/security/calls.ts'],
  ['web/features/wallet/modal.tsx', '#shared/contracts/index.ts'],
  ['functions/gateways/mail.ts', '../data/user.ts'],
  ['functions/kit/serve.ts', '../api/session.ts'],
  ['infra/api.ts', '#functions/kit/serve.ts'],
  ['infra/api.ts', './local/gateway.ts'],
  ['infra/local/gateway.ts', 'aws-cdk-lib'],
  ['infra/local/gateway.ts', '../api.ts'],
  ['infra/local/gateway.ts', '#web/main.tsx'],
  ['web/features/wallet/modal.tsx', '../clients/list.tsx'],
  ['web/features/wallet/modal.tsx', '#web/features/clients/list.tsx'],
  ['web/features/wallet/modal.tsx', '#web/app/paths.ts'],
  ['web/features/wallet/modal.tsx', '#functions/domain/wallet/settle.ts'],
  ['web/features/wallet/modal.tsx', 'node:path'],
  ['web/ui/table.tsx', '../api/client.ts'],
  ['web/ui/table.tsx', '#shared/contracts/index.ts'],
  ['web/ui/table.tsx', '#shared/access/can.ts'],
  ['web/theme/brand.ts', '../features/wallet/modal.tsx'],
  ['bin/local.ts', '#tests/support/cast.ts'],
  ['functions/domain/wallet/settle.ts', 'stripe'],
  ['functions/gateways/mail.ts', 'stripe'],
  ['functions/api/session/login.ts', '@aws-sdk/client-s3'],
  ['functions/api/session/login.ts', 'electrodb'],
  ['functions/domain/wallet/settle.ts', '@middy/core'],
  ['functions/domain/wallet/settle.ts', '../../shared/errors.ts'],
  ['functions/domain/wallet/settle.ts', '#shared/errors'],
  ['functions/elsewhere/a.ts', '#shared/errors.ts'],
]

const allowed: [file: string, source: string][] = [
  ['shared/money/split.ts', 'zod'],
  ['shared/money/split.ts', './cents.ts'],
  ['functions/api/session/login.ts', '#functions/domain/wallet/settle.ts'],
  ['functions/api/session/login.ts', '../../kit/handle.ts'],
  ['functions/kit/services.ts', '#functions/gateways/files.ts'],
  ['functions/gateways/stripe.ts', 'stripe'],
  ['functions/gateways/stripe-errors.ts', 'stripe'],
  ['functions/gateways/files.ts', '@aws-sdk/client-s3'],
  ['infra/api.ts', 'aws-cdk-lib/aws-lambda'],
  ['infra/local/gateway.ts', '#functions/kit/serve.ts'],
  ['infra/local/queues.ts', '@aws-sdk/client-sqs'],
  ['web/features/wallet/modal.tsx', './parts/amount.tsx'],
  ['web/features/wallet/parts/amount.tsx', '../hooks/use-amount.ts'],
  ['web/features/wallet/modal.tsx', './modal.module.css'],
  ['web/ui/money-input.tsx', '#shared/money/cents.ts'],
  ['web/app/router.tsx', '#web/features/wallet/modal.tsx'],
  ['bin/seed.ts', '#tests/support/cast.ts'],
  ['tests/journeys/wallet.test.ts', '#functions/data/tenancy/user.ts'],
]

describe('refuseImport', () => {
  it.each(refused)('%s may not import %s', (file, source) => {
    expect(refuseImport(file, source)).toBeTypeOf('string')
  })

  it.each(allowed)('%s may import %s', (file, source) => {
    expect(refuseImport(file, source)).toBeUndefined()
  })
})

describe('findRoomFaults', () => {
  const lines = (file: string, source: string) => findRoomFaults(file, source).map(({ line }) => line)

  it('sees imports, type imports, re-exports and dynamic imports, each with its line', () => {
    const source = [
      `import * as z from 'zod'`,
      `import type { User } from '#functions/data/tenancy/user.ts'`,
      `export { a } from '#web/a.ts'`,
      `export const b = await import('node:fs')`,
      `// import 'stripe'`,
      `export const c = "import 'stripe'" + z.string`,
    ].join('\n')
    expect(lines('shared/a.ts', source)).toEqual([2, 3, 4])
  })

  it('leaves a template import alone: an area loads its handlers by name', () => {
    expect(
      lines('functions/api/session.ts', 'export const load = (name: string) => import(`./session/${name}.ts`)'),
    ).toEqual([])
  })

  it.each([
    'color: #fff',
    'background: rgb(0 0 0 / 50%)',
    'border: 1px solid red',
    'fill: light-dark(white, var(--x))',
  ])('finds the colour in css: %s', (declaration) => {
    expect(lines('web/ui/a.module.css', `.a {\n  ${declaration};\n}`)).toEqual([2])
    expect(lines('web/theme/tokens.css', `.a {\n  ${declaration};\n}`)).toEqual([])
  })

  it.each([
    'color: var(--mantine-color-red-6)',
    'white-space: nowrap',
    'color: inherit /* not #fff and not: red */',
    'grid-area: red-row',
  ])('leaves what is no colour alone: %s', (declaration) => {
    expect(lines('web/ui/a.module.css', `.red:hover .white {\n  ${declaration};\n}`)).toEqual([])
  })

  it('finds a colour in code, and tells it from a path or an anchor', () => {
    expect(lines('web/ui/a.tsx', `export const a = '#1c7ed6'`)).toEqual([1])
    expect(lines('web/ui/a.tsx', 'export const a = `rgba(0, 0, 0, 0.5)`')).toEqual([1])
    expect(lines('web/ui/a.tsx', `export const a = ['#top-of-page', 'red', '/x#section']`)).toEqual([])
  })
})
