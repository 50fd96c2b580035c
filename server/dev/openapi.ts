import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ERRORS, REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'
import { PLATFORM_TITLE } from '#contract/site.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of every call, made from the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Failure: failureSchema() }
  for (const [feature, table] of Object.entries(FEATURES)) {
    for (const [name, definition] of Object.entries(table as Record<string, Endpoint>)) {
      const path = paths[definition.path] ?? {}
      paths[definition.path] = path
      path[definition.method.toLowerCase()] = operation(feature, name, definition, schemas)
      if (definition.alsoPost)
        path.post = operation(feature, `${name}ByPost`, { ...definition, method: 'POST' }, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PLATFORM_TITLE,
      version,
      description: '所有业务错误以 HTTP 200 返回 success=false 与错误码；令牌放在 Authorization 请求头。',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas,
    },
    'x-error-codes': ERRORS,
    'x-refusal-codes': REFUSALS,
  }
}

function operation(feature: string, name: string, definition: Endpoint, schemas: Json): Json {
  const input = jsonSchema(definition.input, 'input', `${name}Input`, schemas)
  return {
    operationId: name,
    tags: [feature],
    summary: definition.summary,
    description: accessInWords(definition),
    security: definition.access === 'public' ? [] : [{ token: [] }],
    ...(definition.method === 'GET'
      ? { parameters: queryParameters(input) }
      : { requestBody: { required: true, content: requestContent(definition, input) } }),
    responses: {
      200: {
        description: definition.download
          ? '文件，或 success=false 的业务错误'
          : '成功，或 success=false 的业务错误',
        content: responseContent(name, definition, schemas),
      },
    },
  }
}

const BYTES = { type: 'string', format: 'binary' }
const JSON_TYPE = 'application/json'
const PARTS_TYPE = 'multipart/form-data'

function requestContent({ upload, form }: Endpoint, input: Json): Json {
  if (upload) {
    const { maxMegabytes } = upload
    const file = { ...BYTES, description: `不超过 ${maxMegabytes} MB` }
    const required = [...((input.required ?? []) as string[]), 'file']
    return {
      [PARTS_TYPE]: { schema: { ...input, properties: { ...(input.properties ?? {}), file }, required } },
    }
  }
  const schema = { schema: input }
  if (form) return { [JSON_TYPE]: schema, 'application/x-www-form-urlencoded': schema, [PARTS_TYPE]: schema }
  return { [JSON_TYPE]: schema }
}

function responseContent(name: string, definition: Endpoint, schemas: Json): Json {
  const failure = { $ref: componentOf('Failure') }
  if (definition.download)
    return { 'application/octet-stream': { schema: BYTES }, [JSON_TYPE]: { schema: failure } }
  const data = jsonSchema(definition.output, 'output', `${name}Output`, schemas)
  return { [JSON_TYPE]: { schema: { oneOf: [successSchema(data), failure] } } }
}

function accessInWords({ access, scoped, limited }: Endpoint): string {
  const who =
    access === 'public'
      ? '无需登录'
      : access === 'signedIn'
        ? '登录即可'
        : `需要权限之一：${access.map((name) => `${permissionId(name)} ${name}`).join('、')}`
  return [who, scoped ? '按数据范围过滤' : '', limited ? '限制调用频率' : ''].filter(Boolean).join('；')
}

function queryParameters(input: Json) {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
}

function successSchema(data: Json): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { const: true },
      code: { const: 200 },
      message: { type: 'string' },
      data,
    },
  }
}

function failureSchema(): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { const: false },
      code: { type: 'integer', enum: [...Object.keys(ERRORS).map(Number), ...Object.values(REFUSALS)] },
      message: { type: 'string' },
      data: {
        type: ['object', 'null'],
        properties: {
          issues: {
            type: 'array',
            items: {
              type: 'object',
              properties: { path: { type: 'array' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  }
}

/** A schema that refers to itself brings definitions along: in the document they stand among the shared ones. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', name: string, shared: Json): Json {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const sharedName = (key: string) => name + key.replace(/^__schema/, '')
  const moved = (part: object): Json =>
    JSON.parse(JSON.stringify(part), (key, value) =>
      key === '$ref'
        ? String(value).replace(/^#\/\$defs\/(.*)$/, (_match, at) => componentOf(sharedName(at)))
        : value,
    )
  for (const [key, definition] of Object.entries($defs ?? {})) shared[sharedName(key)] = moved(definition)
  return moved(rest)
}

const componentOf = (name: string): string => `#/components/schemas/${name}`
