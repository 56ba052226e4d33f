import { ActionIcon, Tooltip } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useScheme } from '../../theme/theme-provider.tsx'

export function ThemeButton() {
  const { scheme, toggle } = useScheme()
  const label = scheme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} onClick={toggle}>
        {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}
