import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Start, useEditor } from '#web/features/campaigns/editor/use-editor.ts'
import { emptyValues } from '#web/features/campaigns/editor/values.ts'

beforeEach(() => {
  localStorage.clear()
  let now = 1_000
  vi.spyOn(Date, 'now').mockImplementation(() => ++now)
})
afterEach(() => vi.restoreAllMocks())

const start: Start = {
  person: 'usr_ada/com_north',
  key: 'new//local/com_smiles',
  values: emptyValues('local'),
  line: 'local',
  companyId: 'com_smiles',
  saved: null,
}
/** An editor as each tab has one; all of them share the browser's storage. */
const openTab = () => renderHook(() => useEditor(start, () => undefined))
type Tab = ReturnType<typeof openTab>
const type = (tab: Tab, campaignName: string) => act(() => tab.result.current.change({ campaignName }))
const names = () => {
  const kept: Record<string, { values: { campaignName: string } }> = JSON.parse(
    localStorage.getItem('campaign_drafts') ?? '{}',
  )
  return Object.values(kept)
    .map(({ values }) => values.campaignName)
    .sort()
}

describe('drafts of one campaign in two tabs', () => {
  it('stand apart: neither tab writes over what the other has, or takes it away', () => {
    const mine = openTab()
    const theirs = openTab()
    type(mine, 'Mine')
    type(theirs, 'Theirs')
    expect(names()).toEqual(['Mine', 'Theirs'])
    act(() => theirs.result.current.startOver())
    expect(names()).toEqual(['Mine'])
    type(mine, 'Mine too')
    mine.unmount()
    expect(openTab().result.current.values.campaignName).toBe('Mine too')
  })

  it('are taken over by who opens it later, once: the newest first', () => {
    const [first, second] = [openTab(), openTab()]
    type(first, 'Older')
    type(second, 'Newer')
    for (const tab of [first, second]) tab.unmount()
    const later = openTab()
    expect(later.result.current.values.campaignName).toBe('Newer')
    expect(names()).toEqual(['Newer', 'Older'])
    act(() => later.result.current.startOver())
    expect(names()).toEqual(['Older'])
  })
})
