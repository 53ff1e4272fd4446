/// Which serializers were considered for a message, and why each was taken or left.
public struct DispatchTrace: Hashable, Sendable {
}
