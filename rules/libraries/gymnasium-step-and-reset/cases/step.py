import gymnasium as gym

env = gym.make("CartPole-v1")
obs, info = env.reset(seed=1)
total = 0.0
done = False
while not done:
    obs, reward, done, info = env.step(env.action_space.sample())
    total += reward
print(total)
