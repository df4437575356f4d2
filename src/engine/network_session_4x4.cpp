#include "engine/network_session_on.h"

namespace afterstate {

using Board4x4 = BasicBoard<4, 4>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board4x4, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board4x4, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board4x4, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
