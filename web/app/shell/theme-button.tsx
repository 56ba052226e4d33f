import { ActionIcon, Tooltip } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useScheme } from '../../theme/theme-provider.tsx'

/** `side`: where its words stand, so that they cover nothing. */
export function ThemeButton({ side = 'bottom' }: { side?: 'bottom' | 'right' }) {
  const { scheme, toggle } = useScheme()
  const label = scheme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Tooltip label={label} position={side}>
      <ActionIcon size="lg" aria-label={label} onClick={toggle}>
        {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}
