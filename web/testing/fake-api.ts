import type { z } from 'zod'
import type { Endpoint, FileAnswer, HandlerOutputOf, ParsedInputOf } from '#contract/core/endpoint.ts'
import type { Envelope } from '#contract/core/envelope.ts'
import { BizError, type ErrorCode, type FieldIssue, httpStatusOf } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { PLATFORM_TITLE, type SiteConfig } from '#contract/site.ts'
import { type SentRequest, stubNetwork } from './fake-network.ts'
import type { SampleUser } from './samples/users.ts'

/** The answer itself, or a function of the parsed input; throwing a `BizError` refuses as a server's handler does. */
export type Answer<E extends Endpoint> =
  | HandlerOutputOf<E>
  | ((input: ParsedInputOf<E>) => HandlerOutputOf<E> | Promise<HandlerOutputOf<E>>)

type Route = { respond: (input: unknown) => unknown; gate: Promise<void> }
type Recorded = { endpoint: Endpoint; input: unknown; file: File | null }

class NoResponse extends Error {}

const SITE: SiteConfig = {
  default: { title: PLATFORM_TITLE, apiBase: '' },
  hosts: [],
  idleLockMs: 1_800_000,
  idleExemptRoutes: [],
  overviewPlanId: null,
  passwordPolicy: 'spec',
  sms: true,
  demo: null,
}

/** What `fakeApi` made last; the test's end asks it for faults. */
let current: FakeApi | null = null

/** A server of the contract for one test, in the place of the network. */
export function fakeApi(): FakeApi {
  current = new FakeApi()
  return current
}

/** Calls that the test left unanswered fail at its end, not minutes later in another one. */
export async function disconnectFakeApi(): Promise<void> {
  current?.disconnectAll()
  await new Promise((resolve) => setTimeout(resolve))
}

/** Called after every test: what the screen asked wrongly, or was answered wrongly, fails it. */
export function endFakeApi(): void {
  const faults = current?.faults ?? []
  current = null
  if (faults.length > 0) throw new Error(`Faults between the screen and the API:\n${faults.join('\n')}`)
}

export class FakeApi {
  readonly faults: string[] = []
  readonly #routes = new Map<Endpoint, Route>()
  readonly #recorded: Recorded[] = []
  #user: SampleUser | null = null
  #site = SITE
  #version: string | null = null

  constructor() {
    this.answer(sessionEndpoints.loginModels, [
      { id: 1, name: '账号登录', code: 'account' },
      { id: 2, name: '短信登录', code: 'sms' },
    ])
  }

  /** From now on nothing is answered, and who still waits for an answer gets none. */
  readonly disconnectAll = stubNetwork((request) => this.#serve(request))

  /** Whether anything answers the endpoint. */
  isAnswered(endpoint: Endpoint): boolean {
    return this.#routes.has(endpoint)
  }

  /** From now on the endpoint answers so. Input and answer are parsed by the contract: a wrong one fails the test. */
  answer<E extends Endpoint>(endpoint: E, answer: Answer<E>): this {
    const respond = (typeof answer === 'function' ? answer : () => answer) as Route['respond']
    this.#routes.set(endpoint, { respond, gate: this.#routes.get(endpoint)?.gate ?? Promise.resolve() })
    return this
  }

  /** From now on the endpoint refuses with a code of the catalogue. */
  refuse(endpoint: Endpoint, code: ErrorCode, message?: string, issues: FieldIssue[] = []): this {
    return this.answer(endpoint, () => {
      throw new BizError(code, message, issues)
    })
  }

  /** From now on calls of the endpoint get no answer at all. */
  disconnect(endpoint: Endpoint): this {
    return this.answer(endpoint, () => {
      throw new NoResponse()
    })
  }

  /** Calls of the endpoint wait from now on; the function that is given lets them go, and those that follow. */
  hold(endpoint: Endpoint): () => void {
    const route = this.#routes.get(endpoint)
    if (!route) throw new Error(`answer ${nameOf(endpoint)} before holding it`)
    let release = () => {}
    route.gate = new Promise((resolve) => {
      release = resolve
    })
    return release
  }

  /** The parsed inputs of all calls of an endpoint, oldest first. */
  calls<E extends Endpoint>(endpoint: E): ParsedInputOf<E>[] {
    return this.#recorded
      .filter((call) => call.endpoint === endpoint)
      .map(({ input }) => input as ParsedInputOf<E>)
  }

  /** The files that came with the calls of an endpoint, oldest first. */
  files(endpoint: Endpoint): File[] {
    return this.#recorded.flatMap((call) => (call.endpoint === endpoint && call.file ? [call.file] : []))
  }

  /** Who is signed in: answers who he is and what he may do, and checks every call against it. */
  identify(user: SampleUser): this {
    this.#user = user
    this.answer(sessionEndpoints.userInfo, user.info)
    return this.answer(
      sessionEndpoints.menuList,
      user.permissions.map((name) => ({ id: permissionId(name), name, parentId: null, kind: 'button' })),
    )
  }

  /** Settings of the site that differ from an ordinary one. */
  site(settings: Partial<SiteConfig>): this {
    this.#site = { ...SITE, ...settings }
    return this
  }

  /** The version of the console that the server holds from now on; without one there is no file of it. */
  version(version: string): this {
    this.#version = version
    return this
  }

  async #serve(request: SentRequest): Promise<Response | null> {
    if (request.path === '/static/config.json') return Response.json(this.#site)
    if (request.path === '/static/version.json' && this.#version !== null) {
      return Response.json({ version: this.#version })
    }
    if (request.path.startsWith('/static/')) return new Response(null, { status: 404 })
    const endpoint = endpointOf(request)
    if (!endpoint) return this.#fault(`no endpoint of the contract: ${request.method} ${request.path}`)
    const route = this.#routes.get(endpoint)
    if (!route) return this.#fault(`not answered: ${nameOf(endpoint)} ${JSON.stringify(request.fields)}`)
    const refused = this.#accessFault(endpoint, request.token)
    if (refused) return this.#fault(`${refused}: ${nameOf(endpoint)}`)
    const input = endpoint.input.safeParse(request.fields)
    if (!input.success) return this.#fault(`wrong input: ${nameOf(endpoint)} ${faultOf(input.error)}`)
    this.#recorded.push({ endpoint, input: input.data, file: request.file })
    await route.gate
    return this.#respond(endpoint, route, input.data)
  }

  async #respond(endpoint: Endpoint, route: Route, input: unknown): Promise<Response | null> {
    try {
      const answer = await route.respond(input)
      if (endpoint.download) return fileResponse(answer as FileAnswer)
      const output = endpoint.output.safeParse(answer)
      if (!output.success) return this.#fault(`wrong answer: ${nameOf(endpoint)} ${faultOf(output.error)}`)
      return envelope({ success: true, code: 200, message: '', data: output.data })
    } catch (error) {
      if (error instanceof NoResponse) return null
      if (error instanceof BizError) return refusal(error)
      return this.#fault(`the answer failed: ${nameOf(endpoint)} ${error}`)
    }
  }

  #accessFault({ access }: Endpoint, token: string | null): string | null {
    if (access === 'public') return null
    if (token === null) return 'called without a session'
    if (access === 'signedIn' || access.some((name) => this.#user?.permissions.includes(name))) return null
    return 'called without the permission'
  }

  #fault(fault: string): Response {
    this.faults.push(fault)
    return refusal(new BizError(500))
  }
}

const ENDPOINTS = Object.entries(FEATURES).flatMap(([feature, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${feature}.${name}`,
    endpoint,
  })),
)

function endpointOf({ method, path }: SentRequest): Endpoint | undefined {
  return ENDPOINTS.find(
    ({ endpoint }) =>
      endpoint.path === path && (endpoint.method === method || (endpoint.alsoPost && method === 'POST')),
  )?.endpoint
}

function nameOf(endpoint: Endpoint): string {
  return ENDPOINTS.find((known) => known.endpoint === endpoint)?.name ?? endpoint.path
}

const faultOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ')

function refusal({ code, message, issues }: BizError): Response {
  const data = issues.length > 0 ? { issues } : null
  return envelope({ success: false, code, message, data }, httpStatusOf(code))
}

function envelope(body: Envelope<unknown>, status = 200): Response {
  // Through text and back, as over a line: what JSON cannot carry must not reach a screen.
  return Response.json(body, { status })
}

function fileResponse({ fileName, contentType, content }: FileAnswer): Response {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return new Response(content as BodyInit, {
    headers: { 'Content-Type': contentType, 'Content-Disposition': disposition },
  })
}
