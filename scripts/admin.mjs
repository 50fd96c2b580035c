// Creates the first administrator, or gives an account a new password; without arguments it says how.
import { runServerModule } from './run-server-module.mjs'

const { admin } = await runServerModule('server/admin.ts')
await admin(process.argv.slice(2), process.env)
