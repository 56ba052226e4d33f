import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './tab-list.module.css'

/** Pushes the tabs aside until this one can be seen whole, and leaves the page where it is. */
function reveal(list: HTMLElement, tab: HTMLElement) {
  const [start, end] = [tab.offsetLeft - list.offsetLeft, tab.offsetLeft - list.offsetLeft + tab.offsetWidth]
  // Some of the next one shows that there are more.
  const margin = 32
  if (start < list.scrollLeft) list.scrollLeft = start - margin
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth + margin
}

/**
 * The names of tabs on one line. On a phone they may be wider than the screen: then they are pushed aside, and the one that is open is
 * in view, however it was opened.
 */
export function TabList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[role="tab"][data-active]')
    // Only once for each: where somebody pushed the others to is theirs.
    if (!list.current || !tab || shown.current === tab) return
    shown.current = tab
    reveal(list.current, tab)
  })
  return <Tabs.List mb="md" className={classes.tabs} {...props} ref={list} />
}
