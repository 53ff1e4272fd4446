public import Mimeograph
public import MimeographForm
public import MimeographReachability

// The style of AFNetworking: one serializer for all responses, and blocks for success and failure.

extension HTTPSessionManager {
    /// Makes a manager with one serializer for all responses, as in AFNetworking.
    ///
    /// ```swift
    /// let api = try HTTPSessionManager(baseURL: "https://example.com/", responseSerializer: JSONResponseSerializer())
    /// ```
    /// - Parameters:
    ///   - baseURL: The URL that paths are relative to; nil for none.
    ///   - responseSerializer: The serializer that decodes bodies. Its accepted content types are the acceptable ones.
    ///   - requestSerializer: The serializer that adds fields to every request and encodes parameters.
    ///   - configuration: The configuration of requests.
    ///   - transport: The transport; by default the platform's.
    /// - Throws: ``SessionError/Code/invalidURL``; ``SessionError/Code/serialization`` for an invalid media range.
    public init(
        baseURL: String? = nil,
        responseSerializer: some ResponseSerialization,
        requestSerializer: HTTPRequestSerializer = HTTPRequestSerializer(),
        configuration: SessionConfiguration = SessionConfiguration(),
        transport: any Transport = PlatformTransport.make()
    ) throws(SessionError) {
        try self.init(
            baseURL: baseURL,
            serializers: SerializerRegistry(only: responseSerializer),
            requestSerializer: requestSerializer,
            configuration: configuration,
            transport: transport
        )
    }
}

extension SessionTask {
    /// Calls exactly one of two closures once when the request has finished, immediately if it already has.
    ///
    /// ```swift
    /// api.task(.get, "users/7").onCompletion { (response: ValueResponse<User>) in print(response.value.name) } failure: { print($0) }
    /// ```
    /// - Parameters:
    ///   - executor: The executor of the closures. Default any thread.
    ///   - success: A closure that receives the value.
    ///   - failure: A closure that receives the error, even if the request could not be made.
    /// - Returns: The task.
    @discardableResult
    public func onCompletion(
        on executor: CallbackExecutor = .concurrent,
        success: @escaping @Sendable (Value) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> Self {
        onCompletion(on: executor) { result in
            switch result {
            case .success(let value): success(value)
            case .failure(let error): failure(error)
            }
        }
    }
}
