public import Mimeograph

extension CompoundResponseSerializer {
    /// Reads the body and returns a value, an error, or both, according to the policy.
    ///
    /// With ``CompoundPolicy/strict`` it returns one of the two. With ``CompoundPolicy/afnetworking`` a response with an
    /// unacceptable status yields a value and an error.
    public func outcome(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits = .standard
    ) -> SerializationOutcome<Output> {
        switch policy {
        case .afnetworking: return validated(body, head: head, limits: limits)
        case .strict:
            do throws(SerializationError) {
                return SerializationOutcome(value: try readStrictly(body, head: head, limits: limits))
            } catch {
                return SerializationOutcome(error: error)
            }
        }
    }

    /// Reads a body of any collection of bytes and returns a value, an error, or both, according to the policy.
    public func outcome(
        _ body: some Collection<UInt8>,
        head: ResponseHead = ResponseHead(status: 200),
        limits: DecodingLimits = .standard
    ) -> SerializationOutcome<Output> {
        withBytes(of: body) { outcome($0, head: head, limits: limits) }
    }

    /// Reads the body by the rules of ``CompoundPolicy/afnetworking``.
    func validated(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) -> SerializationOutcome<Output> {
        do throws(SerializationError) {
            try limits.check(.inputBytes, body.count)
        } catch {
            return SerializationOutcome(error: error)
        }
        var attempts = CompoundAttempts()
        for (index, member) in members.enumerated() where !member.acceptedTypes.isEmpty {
            let outcome = validated(member, body, head: head, limits: limits)
            if outcome.value != nil { return outcome }
            if let error = outcome.error { attempts.addFailed(index, member.name, error) }
        }
        let verdict = validation.afnetworkingVerdict(head, bodyIsEmpty: body.isEmpty)
        if let bytes = [UInt8](body) as? Output { return SerializationOutcome(value: bytes, error: verdict.error) }
        // AFNetworking is not typed, so it has no rule for this case.
        return SerializationOutcome(error: verdict.error ?? attempts.error(for: head.contentType))
    }

    /// Reads the body with one member. Validates the response with the content types of that member.
    private func validated(
        _ member: CompoundMember<Output>,
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) -> SerializationOutcome<Output> {
        var rules = validation
        rules.contentTypes = .ranges(member.acceptedTypes)
        let verdict =
            member.validatesResponses
            ? ResponseValidation.none.afnetworkingVerdict(head, bodyIsEmpty: body.isEmpty)
            : rules.afnetworkingVerdict(head, bodyIsEmpty: body.isEmpty)
        guard verdict.mayDecode else { return SerializationOutcome(error: verdict.error) }
        do throws(SerializationError) {
            let value = try member.read(body, head: head, limits: limits)
            let isNothing = member.isNothing(value, madeOf: body)
            return SerializationOutcome(value: isNothing ? nil : value, error: verdict.error)
        } catch {
            // A nested compound throws the error of a status, which contains its value.
            return SerializationOutcome(value: error.decodedBody.flatMap { $0 as? Output }, error: error)
        }
    }
}

extension CompoundMember {
    /// Whether a value counts as missing: an empty `Optional`, or the null made from a blank body.
    fileprivate func isNothing(_ value: Output, madeOf body: Span<UInt8>) -> Bool {
        if let optional = value as? any EmptyOptional { return optional.isEmpty }
        // AFNetworking treats a single space as an empty body, too.
        guard body.isEmpty || (body.count == 1 && body[0] == 0x20) else { return false }
        guard let nullable = value as? any (Equatable & ExpressibleByNilLiteral) else { return false }
        return isNull(nullable)
    }

    private func isNull<Value: Equatable & ExpressibleByNilLiteral>(_ value: Value) -> Bool { value == nil as Value }
}

/// A protocol to recognize `Optional` at run time, whatever it wraps.
private protocol EmptyOptional {
    var isEmpty: Bool { get }
}

extension Optional: EmptyOptional {
    fileprivate var isEmpty: Bool { self == nil }
}
