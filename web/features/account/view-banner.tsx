import { Button, Text } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import type { UserData, View } from '../../api/session-store.ts'
import classes from './view-banner.module.css'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

type Props = { user: UserData; view: View; onSwitchBack: () => void }

/** Above everything as long as somebody looks through another person's eyes, so that nobody forgets whose they are. */
export function ViewBanner({ user, view, onSwitchBack }: Props) {
  return (
    <section className={classes.banner} aria-label="View mode">
      <IconEye size={18} aria-hidden />
      <Text size="sm" className={classes.words}>
        You are viewing as <strong>{user.name}</strong> of {user.companyName}
        <span className={classes.until}>, until {clock.format(view.endsAt)}</span>
      </Text>
      <Button size="compact-sm" variant="default" onClick={onSwitchBack}>
        Switch back
      </Button>
    </section>
  )
}
