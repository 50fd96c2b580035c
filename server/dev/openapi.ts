import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ERRORS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of every call, made from the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, table] of Object.entries(FEATURES)) {
    for (const [name, definition] of Object.entries(table as Record<string, Endpoint>)) {
      const path = paths[definition.path] ?? {}
      paths[definition.path] = path
      path[definition.method.toLowerCase()] = operation(feature, name, definition)
      if (definition.alsoPost)
        path.post = operation(feature, `${name}ByPost`, { ...definition, method: 'POST' })
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '儿童青少年视力筛查管理平台',
      version,
      description: '所有业务错误以 HTTP 200 返回 success=false 与错误码；令牌放在 Authorization 请求头。',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: { Failure: failureSchema() },
    },
    'x-error-codes': ERRORS,
  }
}

function operation(feature: string, name: string, definition: Endpoint): Json {
  const input = jsonSchema(definition.input, 'input')
  return {
    operationId: name,
    tags: [feature],
    summary: definition.summary,
    description: accessInWords(definition),
    security: definition.access === 'public' ? [] : [{ token: [] }],
    ...(definition.method === 'GET'
      ? { parameters: queryParameters(input) }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      200: {
        description: '成功，或 success=false 的业务错误',
        content: {
          'application/json': {
            schema: { oneOf: [successSchema(definition), { $ref: '#/components/schemas/Failure' }] },
          },
        },
      },
    },
  }
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

function successSchema(definition: Endpoint): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { const: true },
      code: { const: 200 },
      message: { type: 'string' },
      data: jsonSchema(definition.output, 'output'),
    },
  }
}

function failureSchema(): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { const: false },
      code: { type: 'integer', enum: Object.keys(ERRORS).map(Number) },
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

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest as Json
}
