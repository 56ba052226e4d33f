// What an entry of the log changed: nothing of it lies outside of what is seen, however long it is and however narrow the screen.

import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import type { Output } from '#shared/contracts/index.ts'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const HOST = 'portal.northlight-dental-and-orthodontics-of-illinois.example.com'
const page: Output<'audit.list'> = {
  current_page: 1,
  last_page: 1,
  total: 1,
  from: 1,
  to: 1,
  per_page: 10,
  next_cursor: null,
  is_cut: false,
  data: [
    {
      name: 'Olive Operator',
      type_user: 'System',
      location: 'Chicago, Illinois, United States',
      user_ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      action: 'Company settings',
      company_name: 'Northlight',
      description: 'Changed the web address of Northlight and what its mails say at their end',
      create_date: '2026-11-20T12:00:00.000Z',
      changes: [
        { field: 'customDomain', before: null, after: HOST },
        { field: 'token', before: 'b'.repeat(90), after: 'a'.repeat(120) },
      ],
    },
  ],
}

describe('the audit log', () => {
  it.each(
    portionOf(
      [
        { width: 1440, dark: false },
        { width: 768, dark: true },
        { width: 390, dark: false },
      ],
      3,
    ),
  )('shows what was and what is in full at $width px', async ({ width, dark }) => {
    const there = await web.signIn('root', 'olive.operator@example.com', { width, dark })
    await there.route('**/api/configuration/user/log-user**', (route) => route.fulfill({ json: page }))
    await there.goto(web.at('root', '/configuration/agency-list'))
    await there.getByRole('button', { name: 'More actions Northlight' }).click()
    await there.getByRole('menuitem', { name: 'User logs' }).click()
    const dialog = there.getByRole('dialog', { name: /User's Logs/ })
    await dialog.getByRole('button', { name: /^What changed/ }).click()
    const table = dialog.getByRole('table', { name: /^What changed/ })
    await table.waitFor()
    const places = await table.evaluate((element) => {
      const cells = [...element.querySelectorAll(':scope > tbody :is(td, th)')]
      const frame = element.closest('section')?.getBoundingClientRect()
      return {
        // What is seen of the list: cells must not run out of it, nor text out of its cell.
        isOutside: cells.some((cell) => cell.getBoundingClientRect().right > (frame?.right ?? 0) + 0.5),
        isCut: cells.some((cell) => cell.scrollWidth > cell.clientWidth + 1),
        narrowest: Math.min(...cells.map((cell) => cell.getBoundingClientRect().width)),
      }
    })
    expect([places.isOutside, places.isCut]).toEqual([false, false])
    expect(places.narrowest).toBeGreaterThan(200)
    for (const word of ['Before', 'After'])
      if (width < 768) expect(await table.locator(`td[data-label="${word}"]`).first().isVisible()).toBe(true)
    await expectAccessible(there)
  })
})
