extension SerializerRegistry {
    /// Says which serializer would read a response as the wanted type, and why; it reads nothing.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - type: The wanted type.
    ///   - body: The body or its first bytes, if they are at hand: signatures and serializers that look at them then
    ///     have their say.
    public func explain<Value>(
        _ head: ResponseHead,
        as type: Value.Type,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), WantedType(type), body: body)
    }

    /// Says which serializer would read a response as whatever it is, and why; it reads nothing.
    public func explain(
        _ head: ResponseHead,
        body: some Collection<UInt8> = [] as [UInt8]
    ) -> DispatchTrace {
        explain(.response(head), .native, body: body)
    }

    /// Says which serializer would read a body of that media type as the wanted type, and why.
    public func explain<Value>(contentType: MediaType, as type: Value.Type) -> DispatchTrace {
        explain(.labelled(contentType), WantedType(type), body: [])
    }

    private func explain(
        _ origin: BodyOrigin,
        _ wanted: WantedType,
        body: some Collection<UInt8>
    ) -> DispatchTrace {
        withBytes(of: body) { span in
            let prefix = span.extracting(first: Signature.prefixLength)
            let label = label(origin, wanted, prefix: prefix)
            var declined: Refusals = [:]
            if !prefix.isEmpty {
                _ = firstReader(label, wanted, prefix: prefix, origin, declined: &declined)
            }
            return trace(label, wanted, declined: declined)
        }
    }
}
