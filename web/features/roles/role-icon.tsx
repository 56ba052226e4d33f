import { Center } from '@mantine/core'
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs'
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'

export const roleIcons = {
  user: { label: 'Person', Icon: IconUser },
  star: { label: 'Star', Icon: IconStar },
  shield: { label: 'Shield', Icon: IconShield },
  briefcase: { label: 'Briefcase', Icon: IconBriefcase },
  headset: { label: 'Headset', Icon: IconHeadset },
  chart: { label: 'Chart', Icon: IconChartBar },
} as const
export type RoleIconName = keyof typeof roleIcons

export const toIconName = (text: string): RoleIconName => (text in roleIcons ? (text as RoleIconName) : 'user')

export function RoleIcon({ name }: { name: string }) {
  const { Icon } = roleIcons[toIconName(name)]
  return (
    <Center flex="none">
      <Icon size={18} aria-hidden />
    </Center>
  )
}
