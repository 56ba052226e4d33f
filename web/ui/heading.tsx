import { Title, type TitleProps } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'

/** Under the one heading of a page; a dialog or a panel has a heading of its own there. */
const Level = createContext<2 | 3>(2)

/** Around what stands below a heading of the second level. */
export const BelowHeading = ({ children }: { children: ReactNode }) => <Level value={3}>{children}</Level>

/** The heading of a part that stands on pages and in dialogs: who goes from heading to heading misses no level. */
export const Heading = (props: Omit<TitleProps, 'order'>) => <Title order={useContext(Level)} {...props} />
