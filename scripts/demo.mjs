// Makes the demo larger; without arguments it says how.
import { runServerModule } from './run-server-module.mjs'

const { demo } = await runServerModule('server/demo.ts')
await demo(process.argv.slice(2), process.env)
