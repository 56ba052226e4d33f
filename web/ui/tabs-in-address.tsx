import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { SkeletonLines } from './skeleton-lines.tsx'
import { TabList } from './tab-list.tsx'
import { useAddress } from './use-address.ts'

export type PageTab = { id: string; label: string; content: ReactNode }

/** On a phone the tabs are wider than the screen, and a link may open the last. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * The parts of a page. The tab stands in the address, so that a link opens it; one that was open keeps what was typed in it,
 * and so the tool that is open in it.
 */
export function TabsInAddress({ tabs }: { tabs: readonly PageTab[] }) {
  const { read, put } = useAddress()
  const open = tabs.find(({ id }) => id === read('tab'))?.id ?? tabs[0]?.id ?? null
  const [visited, setVisited] = useState<readonly (string | null)[]>([])
  if (!visited.includes(open)) setVisited([...visited, open])
  return (
    <Tabs
      value={open}
      onChange={(id) => put({ tab: id ?? undefined, page: undefined, q: undefined })}
      // Mantine would end the effects of a tab that is not open, and with them what asks before its changes go.
      keepMountedMode="display-none"
    >
      <TabList mb="lg">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id} ref={id === open ? bringIntoView : null}>
            {label}
          </Tabs.Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {visited.includes(id) && <Suspense fallback={<SkeletonLines rows={8} height={16} />}>{content}</Suspense>}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
