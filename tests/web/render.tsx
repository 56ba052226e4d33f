import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { render as renderInto } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { defaultBrand } from '#shared/model/brand.ts'
import { brandTheme } from '#web/theme/brand.ts'

const look = brandTheme(defaultBrand)

/** Our theme around a part, with transitions and portals off, and the hosts of notices and dialogs. */
function Around({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={look.theme} cssVariablesResolver={look.cssVariablesResolver} env="test">
      <ModalsProvider>
        <Notifications />
        {children}
      </ModalsProvider>
    </MantineProvider>
  )
}

/** Renders under the theme, and gives a user whose keys and clicks go to what was rendered. */
export function render(part: ReactNode) {
  const user = userEvent.setup()
  return { user, ...renderInto(part, { wrapper: Around }) }
}
