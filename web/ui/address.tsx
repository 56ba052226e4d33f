import { Text } from '@mantine/core'
import classes from './address.module.css'

/** Somebody's address, and the one that is to follow it once it is confirmed. */
export function Address({ email, pendingEmail: next }: { email: string; pendingEmail: string }) {
  const [name, host] = email.split(/(?=@[^@]*$)/)
  const address = (
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
