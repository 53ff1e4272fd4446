extension SerializerRegistry {
    /// A copy that also has what the plugin offers.
    ///
    /// - Throws: What the plugin or the combination with others breaks.
    public func adding(_ plugin: some SerializerPlugin) throws(RegistryError) -> SerializerRegistry {
        var copy = self
        try copy.take(plugin)
        return copy
    }

    /// A copy without that registration; the same where there is none of that name.
    public func removing(_ id: Registration.ID) -> SerializerRegistry {
        var copy = self
        for index in copy.layers.indices { _ = copy.layers[index].remove(id) }
        return copy
    }

    /// A copy with the registrations of this one laid over those of `parent`, for one request.
    ///
    /// Among claims of one specificity those of this registry are asked first, and a registration of the same name hides the
    /// one beneath. The cost does not depend on how much the parent holds. Limits and validation are this registry's;
    /// error bodies, codings and relabellings of both apply, this registry's first.
    public func overlaying(_ parent: SerializerRegistry) -> SerializerRegistry {
        var copy = self
        copy.layers = parent.layers + layers
        copy.errorBodies = errorBodies + parent.errorBodies
        copy.codings = codings.overlaying(parent.codings)
        copy.relabelled.merge(parent.relabelled) { mine, _ in mine }
        copy.assumedType = assumedType ?? parent.assumedType
        return copy
    }

    /// A copy that reads bodies labelled `type` as if they were labelled `other`.
    ///
    /// - Parameters:
    ///   - type: The label that a server sends; its parameters do not count.
    ///   - other: What its bodies are.
    public func treating(_ type: MediaType, as other: MediaType) -> SerializerRegistry {
        var copy = self
        copy.relabelled[type.essence] = other
        return copy
    }

    /// A copy that takes every body to be of that type, whatever its label says.
    public func assuming(_ type: MediaType) -> SerializerRegistry {
        var copy = self
        copy.assumedType = type
        return copy
    }

    /// A copy with another idea of a good response.
    public func validating(_ validation: ResponseValidation) -> SerializerRegistry {
        var copy = self
        copy.validation = validation
        return copy
    }

    /// A copy with another default limits.
    public func limiting(_ limits: DecodingLimits) -> SerializerRegistry {
        var copy = self
        copy.limits = limits
        return copy
    }
}
