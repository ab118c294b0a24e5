import gymnasium as gym

env = gym.make("CartPole-v1")
obs, info = env.reset(seed=1)
total = 0.0
done = False
while not done:
    obs, reward, terminated, truncated, info = env.step(env.action_space.sample()); done = terminated or truncated
    total += reward
print(total)
