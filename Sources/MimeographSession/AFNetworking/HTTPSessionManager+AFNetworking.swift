public import Mimeograph
public import MimeographForm
public import MimeographReachability

// What users of AFNetworking know: one serializer for all responses, and blocks for success and for failure.

extension HTTPSessionManager {
    /// Makes a manager with one serializer for all responses, as AFNetworking's has one.
    ///
    /// ```swift
    /// let api = try HTTPSessionManager(baseURL: "https://example.com/", responseSerializer: JSONResponseSerializer())
    /// ```
    /// - Parameters:
    ///   - baseURL: What paths are relative to. Nil for none.
    ///   - responseSerializer: What reads bodies; the types of content that it accepts are those that are acceptable.
    ///   - requestSerializer: The fields that every request gets, and how parameters become text.
    ///   - configuration: How requests are sent.
    ///   - transport: What carries them; by default that of the platform.
    /// - Throws: ``SessionError/Code/invalidURL``; ``SessionError/Code/serialization`` where the serializer accepts a media range
    ///   that is not valid.
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
    /// Tells what came of the request when it is over, at once where it is over already: exactly one of the two, once.
    ///
    /// ```swift
    /// api.task(.get, "users/7").onCompletion { (response: ValueResponse<User>) in print(response.value.name) } failure: { print($0) }
    /// ```
    /// - Parameters:
    ///   - executor: Where that is told. Default any thread.
    ///   - success: Told the value.
    ///   - failure: Told the error, also where the request could not be made.
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
