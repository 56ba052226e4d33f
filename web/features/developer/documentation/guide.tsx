import { Anchor, Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { DOCUMENT_PATH } from '#shared/openapi/places.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import classes from './documentation.module.css'
import type { ApiDocument } from './read-document.ts'

type Part = { id: string; title: string; content: (document: ApiDocument) => ReactNode }

const tokenCommand = (server: string) => `curl '${server}/token' \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$SECRET_KEY"`

const uploadCommands = (
  server: string,
) => `export CLIENT=$(curl -s '${server}/clients?limit=1' -H "Authorization: Bearer $TOKEN" | jq -r '.data[0].id')
printf 'ann@example.com\\nbob@example.com\\n' > customers.csv

curl -X POST "${server}/clients/$CLIENT/exclusion-uploads" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -H 'Content-Type: application/json' \\
  -d '{"filename":"customers.csv"}' > upload.json

jq -r '.fields | to_entries[] | "form-string = \\"\\(.key)=\\(.value)\\""' upload.json > form.txt
curl "$(jq -r .url upload.json)" --config form.txt -F file=@customers.csv
curl "${server}/clients/$CLIENT/exclusion-uploads/$(jq -r .id upload.json)" \\
  -H "Authorization: Bearer $TOKEN"`

const webhookCommands = (server: string) => `curl -X POST "${server}/clients/$CLIENT/webhooks" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://hooks.example.com/leads","events":["lead.created","exclusion_upload.finished"]}' > webhook.json
export SECRET=$(jq -r .secret webhook.json)   # signs its letters; answered this once
curl "${server}/clients/$CLIENT/webhooks" -H "Authorization: Bearer $TOKEN"`

const checkCommand = `HEX=$(printf %s "\${SECRET#whsec_}" | base64 -d | xxd -p -c 64)
printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$HEX -binary | base64`

const started: Part = {
  id: 'start',
  title: 'Getting started',
  content: ({ server }) => (
    <>
      <ol>
        <li>
          An administrator of the agency opens <b>Developer</b> in the profile menu, accepts the agreement and generates
          a key. Its secret is shown once: keep it where programs keep secrets. Where the menu has no <b>Developer</b>,
          the operator of the platform has to switch developer mode on for the agency first.
        </li>
        <li>Trade the key for a token, which is good for 15 minutes.</li>
        <li>Send the token with each request.</li>
      </ol>
      <CodeBlock label="The key" code={`export CLIENT_ID='key_…'\nexport SECRET_KEY='sk_…'`} />
      <CodeBlock label="A token" code={tokenCommand(server)} />
      <CodeBlock
        label="The first call"
        code={`export TOKEN='eyJ…'   # access_token of the answer\ncurl '${server}/clients' -H "Authorization: Bearer $TOKEN"`}
      />
      <p>
        All of it stands in one{' '}
        <Anchor href={DOCUMENT_PATH} target="_blank" underline="always">
          OpenAPI 3.1 document
        </Anchor>
        , from which typed clients can be generated. The requests go to <Code className={classes.code}>{server}</Code>{' '}
        alone: a key is good on the hosts of its own agency.
      </p>
    </>
  ),
}

const authentication: Part = {
  id: 'authentication',
  title: 'Authentication',
  content: ({ scopes }) => (
    <>
      <p>
        OAuth 2.0 with client credentials: the id and the secret go into the body of the request for a token, as a form
        or as JSON, or into its header, by HTTP Basic. When a token is over, requests answer 401: get a new one. A key
        is for what its scopes say, and a token may ask for fewer of them.
      </p>
      <dl className={classes.fields}>
        {scopes.map(({ name, description }) => (
          <div key={name} className={classes.field}>
            <dt className={classes.name}>
              <Code>{name}</Code>
            </dt>
            <dd className={classes.meaning}>{description}</dd>
          </div>
        ))}
      </dl>
      <p>
        To change a secret without a break, generate a second key, move your programs to it, and remove the first. A
        replaced secret and all tokens that it got stop at once.
      </p>
    </>
  ),
}

const paging: Part = {
  id: 'pages',
  title: 'Pages',
  content: ({ server }) => (
    <>
      <p>
        Lists answer <Code>{'{ data, next_cursor }'}</Code>, the newest first, 10 rows unless <Code>limit</Code> (1 to
        100) says otherwise; webhooks come all at once, the oldest first. Ask again with <Code>cursor</Code> for the
        page after; <Code>null</Code> ends the list. Nothing is skipped or told twice when something new comes
        meanwhile.
      </p>
      <CodeBlock
        label="The next page"
        code={`curl "${server}/clients?limit=100&cursor=$NEXT_CURSOR" -H "Authorization: Bearer $TOKEN"`}
      />
    </>
  ),
}

const errors: Part = {
  id: 'errors',
  title: 'Errors',
  content: ({ codes, problemExample }) => (
    <>
      <p>
        Every answer but 200 is a problem by RFC 9457, <Code>application/problem+json</Code>. Decide by{' '}
        <Code>code</Code>, show <Code>message</Code> to people, and tell us <Code>requestId</Code> when you ask for
        help. <Code>fields</Code> says of each field that is wrong why. What is not in your agency is not found, no
        matter whether it exists elsewhere.
      </p>
      <CodeBlock label="A problem" code={problemExample} />
      <p>Codes: {codes.join(', ')}.</p>
    </>
  ),
}

const limits: Part = {
  id: 'limits',
  title: 'Limits',
  content: () => (
    <>
      <p>
        Each key may ask 600 times in a minute. Every answer says what is left; above it requests answer 429, and{' '}
        <Code>Retry-After</Code> says in how many seconds the next one may come.
      </p>
      <CodeBlock label="Headers" code={`RateLimit-Policy: "default";q=600;w=60\nRateLimit: "default";r=598;t=42`} />
    </>
  ),
}

const idempotency: Part = {
  id: 'idempotency',
  title: 'Asking twice',
  content: () => (
    <p>
      Reading may be repeated freely. Calls that make something take an <Code>Idempotency-Key</Code> header: a text of
      your own (a UUID, say), new for each thing that you want done. When an answer is lost, ask again with the same key
      and the same body: the first answer comes again, and nothing is done twice. That holds for 24 hours. The same key
      with another body is refused (422), and while the first request is under way too (409).
    </p>
  ),
}

const uploads: Part = {
  id: 'uploads',
  title: 'Uploading a list',
  content: ({ server }) => (
    <>
      <p>
        The call that begins an upload answers where the file goes: an address and fields. Send these as a form, the
        fields first and the file last, and then ask how far it is. All uploads of a client are listed at the address
        that begins one.
      </p>
      <CodeBlock label="An exclusion list of a client" code={uploadCommands(server)} />
    </>
  ),
}

export const guide: readonly Part[] = [started, authentication, paging, errors, limits, idempotency, uploads]

export const webhookGuide = ({ server }: Pick<ApiDocument, 'server'>) => (
  <>
    <p>
      Webhooks tell your own server of each lead as it comes, and of what else you choose below. People set them up at a
      campaign, or for all campaigns of a client or of the agency (Integrations, Webhooks), and get the secret that
      signs there; programs add them by a call. For each event, a campaign's own webhooks go before those of its client,
      and these before those of its agency. Letters go to https addresses of the public internet, whose host is looked
      up when a webhook is added: name one of your own in place of <Code>hooks.example.com</Code>. Leads are told of
      within seconds, the other events within a minute or two.
    </p>
    <p>
      Answer 2xx within 15 seconds, and do the work afterwards. Anything else is tried again, ten times over three days;
      4xx is final, except for 408, 425 and 429. The same letter may come twice: its <Code>webhook-id</Code> stays the
      same. Check each letter before you believe it; for a day after a secret was replaced, both sign. Code for Node.js
      and Python stands at <Code>lead.created</Code> below.
    </p>
    <CodeBlock label="A webhook for all campaigns of a client" code={webhookCommands(server)} />
    <p>
      In a shell, with <Code>webhook-id</Code> in <Code>$ID</Code>, <Code>webhook-timestamp</Code> in{' '}
      <Code>$TIMESTAMP</Code> and the body as it came in <Code>$BODY</Code>, this prints what stands behind{' '}
      <Code>v1,</Code> in <Code>webhook-signature</Code>:
    </p>
    <CodeBlock label="The signature of a letter" code={checkCommand} />
  </>
)
