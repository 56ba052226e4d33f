import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

/** Versions of a secret carry labels: `AWSCURRENT`, `AWSPREVIOUS` (the one before), `AWSPENDING` (being made). */
export type SecretStage = 'AWSCURRENT' | 'AWSPREVIOUS' | 'AWSPENDING'

export function openSecrets() {
  const client = new SecretsManagerClient(sdkLimits(SERVICE_SECONDS))
  return {
    async read(id: string, from: { stage: SecretStage; version?: string }): Promise<string | undefined> {
      try {
        const { SecretString } = await client.send(
          new GetSecretValueCommand({
            SecretId: id,
            VersionStage: from.stage,
            ...(from.version && { VersionId: from.version }),
          }),
        )
        return SecretString
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined
        throw error
      }
    },
    /** Labels by version. */
    async versions(id: string): Promise<Record<string, string[]>> {
      const { VersionIdsToStages } = await client.send(new DescribeSecretCommand({ SecretId: id }))
      return VersionIdsToStages ?? {}
    },
    async putPending(id: string, version: string, value: string): Promise<void> {
      await client.send(
        new PutSecretValueCommand({
          SecretId: id,
          ClientRequestToken: version,
          SecretString: value,
          VersionStages: ['AWSPENDING'],
        }),
      )
    },
    /** A value that counts at once. `version` is given once: with another value it is refused. */
    async putCurrent(id: string, version: string, value: string): Promise<void> {
      await client.send(new PutSecretValueCommand({ SecretId: id, ClientRequestToken: version, SecretString: value }))
    },
    /** Makes a version the current one; the one before keeps the label `AWSPREVIOUS`. */
    async promote(id: string, version: string, from: string | undefined): Promise<void> {
      await client.send(
        new UpdateSecretVersionStageCommand({
          SecretId: id,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId: version,
          ...(from && { RemoveFromVersionId: from }),
        }),
      )
    },
  }
}
export type Secrets = ReturnType<typeof openSecrets>
