import { Tabs, type TabsListProps } from '@mantine/core'
import classes from './tab-list.module.css'

/** The names of tabs on one line. On a phone they may be wider than the screen: then they are pushed aside. */
export function TabList(props: TabsListProps) {
  return <Tabs.List mb="md" className={classes.tabs} {...props} />
}
