import { Anchor, Text } from '@mantine/core'
import classes from './address.module.css'
import { mailTo } from './reach.ts'

type Props = {
  email: string
  pendingEmail: string
  /** It stands among facts: whole, and a press writes to it. In a list the row is what is pressed. */
  isFact?: boolean
}

/** Somebody's address, and the one that is to follow it once it is confirmed. */
export function Address({ email, pendingEmail: next, isFact = false }: Props) {
  const [name, host] = email.split(/(?=@[^@]*$)/)
  const address = isFact ? (
    <Anchor href={mailTo(email)} inherit className={classes.whole}>
      {email}
    </Anchor>
  ) : (
    <span className={classes.address} title={email}>
      {name}
      {host && <wbr />}
      {host}
    </span>
  )
  if (!next) return address
  return (
    <>
      {address}
      <Text size="xs" c="dimmed" className={classes.next} title={next}>
        Waiting for {next} to be confirmed
      </Text>
    </>
  )
}
