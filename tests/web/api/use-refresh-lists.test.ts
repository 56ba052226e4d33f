import { expect, it } from 'vitest'
import { isOfArea } from '#web/api/use-refresh-lists.ts'

it('a change of companies makes their lists old, and the figures over them', () => {
  const isOld = isOfArea('companies')
  expect(['companies.list', 'companies.get', 'account.home'].map((name) => isOld([name, {}]))).toEqual([
    true,
    true,
    true,
  ])
  expect(['account.me', 'campaigns.list'].map((name) => isOld([name, {}]))).toEqual([false, false])
  expect(isOfArea('campaigns')(['account.home', {}])).toBe(false)
})
