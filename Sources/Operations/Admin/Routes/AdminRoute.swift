import HTTPServer
import HTTPStages
import PipelineFile

/// A route of the admin listener: its reply, and its description for OpenAPI.
struct AdminRoute: Sendable {
    /// The pipelines that a route applies to.
    enum Scope: Sendable {
        /// The listener, or all pipelines.
        case all
        /// One pipeline. The route is also below `/pipelines/NAME`.
        case one
        /// The listener, or one pipeline. The route is also below `/pipelines/NAME`.
        case either

        /// Whether the route is below `/pipelines/NAME`.
        var hasName: Bool { self != .all }
    }

    /// A parameter of the query.
    struct Parameter: Sendable {
        var name: String
        var help: String
        var schema: JSONValue
        var allowsEmptyValue = false
    }

    /// A response that the route can return, other than those for denied requests.
    struct Answer: Sendable {
        var status: Int
        var help: String
        var type = "application/json"
        /// The name of the schema in `AdminSchemas`.
        var schema = "text"
    }

    var method: HTTPRequest.Method
    var path: String
    /// The name of the operation, unique in the table.
    var id: String
    var summary: String
    var scope = Scope.one
    /// Whether the route needs no token.
    var isPublic = false
    var parameters: [Parameter] = []
    var answers: [Answer]
    var reply: @Sendable (AdminRequest) throws(ProblemDetails) -> AdminReply
}

extension AdminRequest {
    /// The pipeline of a route for one. Throws if there is none.
    func target() throws(ProblemDetails) -> AdminTarget {
        guard let target = targets.first else { throw .notFound }
        return target
    }
}
