import { PasswordInput } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'

type Token = { token: string; setToken: (token: string) => void }

const TokenContext = createContext<Token>({ token: '', setToken: () => undefined })

export const useToken = (): Token => useContext(TokenContext)

/** Keeps the token that calls are tried with. It stands apart, so that a letter that is typed draws the forms anew and not all the calls. */
export function TokenProvider({ children }: { children: ReactNode }) {
  const [token, setToken] = useState('')
  return <TokenContext value={{ token, setToken }}>{children}</TokenContext>
}

export function TokenField() {
  const { token, setToken } = useToken()
  return (
    <PasswordInput
      label="Token to try calls with"
      description="It stays on this page, and goes to this host alone."
      autoComplete="off"
      maw={480}
      value={token}
      onChange={({ currentTarget }) => setToken(currentTarget.value.trim())}
    />
  )
}
