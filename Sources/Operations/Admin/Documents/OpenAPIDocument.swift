import HTTPServer
import HTTPStages
import PipelineFile

/// The OpenAPI 3.1 description of routes.
struct OpenAPIDocument {
    let routes: [AdminRoute]

    var json: JSONValue {
        var paths: JSONValue = [:]
        for (path, routes) in Dictionary(grouping: routes, by: \.path).sorted(by: { $0.key < $1.key }) {
            paths[path] = item(routes, isNamed: false)
            let named = routes.filter { $0.scope.hasName }
            if !named.isEmpty { paths["/pipelines/{name}\(path)"] = item(named, isNamed: true) }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Sluice admin listener", "version": "1",
                "description": .string(Self.about),
            ],
            "paths": paths,
            "components": [
                "schemas": AdminSchemas.all,
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }

    private static let about =
        "Status and control of pipelines. Requests over TCP present the token, if one is configured. Errors are "
        + "problem details (RFC 9457)."

    private func item(_ routes: [AdminRoute], isNamed: Bool) -> JSONValue {
        var item: JSONValue = [:]
        for route in routes { item[route.method == .post ? "post" : "get"] = operation(route, isNamed: isNamed) }
        if isNamed {
            item["parameters"] = [
                [
                    "name": "name", "in": "path", "required": true, "description": "The name of the pipeline.",
                    "schema": ["type": "string"],
                ]
            ]
        }
        return item
    }

    private func operation(_ route: AdminRoute, isNamed: Bool) -> JSONValue {
        var responses: JSONValue = [:]
        for answer in route.answers { responses["\(answer.status)"] = Self.response(answer) }
        var denials = [
            (403, "The request comes from a page of another site."), (421, "The host name is not permitted."),
            (429, "Too many requests."),
        ]
        if !route.isPublic { denials.append((401, "The token is missing or wrong.")) }
        if isNamed || route.scope == .one { denials.append((404, "There is no such pipeline.")) }
        for (status, help) in denials where responses["\(status)"] == nil {
            responses["\(status)"] = Self.response(
                AdminRoute.Answer(
                    status: status, help: help, type: ProblemDetails.contentType, schema: "problem"))
        }
        var operation: JSONValue = [
            "operationId": .string(isNamed ? route.id + "OfPipeline" : route.id), "summary": .string(route.summary),
            "responses": responses,
            "security": route.isPublic ? [] : [[:], ["token": []]],
        ]
        if !route.parameters.isEmpty { operation["parameters"] = .array(route.parameters.map(Self.parameter)) }
        return operation
    }

    private static func response(_ answer: AdminRoute.Answer) -> JSONValue {
        let schema: JSONValue = ["$ref": "#/components/schemas/\(answer.schema)"]
        return [
            "description": .string(answer.help),
            "content": .object([.init(key: answer.type, value: ["schema": schema])]),
        ]
    }

    private static func parameter(_ parameter: AdminRoute.Parameter) -> JSONValue {
        var object: JSONValue = [
            "name": .string(parameter.name), "in": "query", "description": .string(parameter.help),
            "schema": parameter.schema,
        ]
        if parameter.allowsEmptyValue { object["allowEmptyValue"] = true }
        return object
    }
}
